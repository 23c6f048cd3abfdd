import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts';
import type { FoundHandler } from './findHandler.ts';

const CLOCK_TOLERANCE_MS = 30_000;

/** Says whether money moves, so that nobody overlooks it. */
export function testOrLive({ test }: FoundHandler): Check {
  return {
    name: 'Mode',
    async run() {
      if (test === null) return skipped('this server does not say whether it is in test or live mode');
      return ok(test ? 'TEST MODE. No money moves.' : 'LIVE MODE. REAL CARDS ARE CHARGED.');
    },
  };
}

/** Compares the server's clock with ours. */
export function clock({ clock: theirs }: FoundHandler, now: () => number): Check {
  return {
    name: 'Clock',
    async run() {
      if (theirs === null) return skipped('its answers carry no Date');
      const skew = Math.round((theirs - now()) / 1000);
      if (Math.abs(skew) * 1000 <= CLOCK_TOLERANCE_MS) return ok('The server’s clock and ours agree.');
      return failed('clock_wrong', {
        detail: `The server’s clock is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of this machine.`,
        expected:
          'clocks that differ by less than 30 s. A hosted page lives 120 s, and logs are compared by time.',
        change:
          'Have both machines set their clocks by NTP: "timedatectl" tells whether one does, "sudo timedatectl set-ntp true" switches it on.',
      });
    },
  };
}

/**
 * How the shop's server stands with its gateway: it asked, with its own credentials. `known` are the codes of what was
 * found from here: the same is not said twice.
 */
export function gatewayOfHandler({ gateway }: FoundHandler, known: ReadonlySet<string>): Check {
  const finding = findingOf(gateway);
  const isKnown = 'code' in finding && known.has(finding.code);
  const needs = isKnown ? ['Gateway', 'Credentials'] : [];
  return { name: 'Gateway of the server', needs, run: async () => finding };
}

function findingOf(gateway: FoundHandler['gateway']): Finding {
  switch (gateway) {
    case 'ok':
      return ok('It answers the server, and takes its credentials and signature.');
    case 'credentials':
      return failed('gateway_credentials', {
        detail: 'The gateway refuses the client id or the client secret of the shop’s server.',
        expected:
          'HPP_CLIENT_ID and HPP_CLIENT_SECRET as the operator gave them, for the gateway of HPP_BASE_URL.',
        change:
          'Correct them in the server’s environment and start it again. The sandbox prints its own as it starts; usually they are "sandbox" and "sandbox-secret".',
      });
    case 'signature':
      return failed('gateway_signature', {
        detail: 'The gateway takes the credentials of the shop’s server, and refuses its signature.',
        expected: 'HPP_SIGNATURE_SECRET as the operator gave it; it is another one than HPP_CLIENT_SECRET.',
        change:
          'Correct it in the server’s environment and start it again. The sandbox prints its own as it starts; usually it is ' +
          '"sandbox-signature-secret". If it is right, the operator signs in another way: see the profile.',
      });
    case 'unreachable':
      return failed('gateway_down', {
        detail: 'The shop’s server gets no answer from its gateway.',
        expected: 'a gateway that answers at HPP_BASE_URL, as seen from the server.',
        change:
          'With the sandbox: start it (npx hpp-checkout sandbox) and compare the port. Else: correct HPP_BASE_URL, and let the server out through firewall and proxy.',
      });
    case 'other':
      return warning('gateway_answer', {
        detail: 'The gateway answers the shop’s server, but not as expected; the server’s log says what.',
        expected: 'that it says "not found" when it is asked for a transaction that cannot exist.',
        change:
          'Check that HPP_BASE_URL is the gateway’s API and not its website. If it is, see status.query of the profile.',
      });
  }
}
