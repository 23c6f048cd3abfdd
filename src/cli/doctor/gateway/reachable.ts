import type { Io } from '../../io.ts';
import { type Ask, NoAnswerError } from '../ask.ts';
import { type Check, type Finding, failed, ok, warning } from '../check.ts';

const CLOCK_TOLERANCE_MS = 60_000;

/** Whether anything answers at the gateway's address, how fast, and whether its clock agrees with ours. */
export function reachable(baseUrl: string, ask: Ask, io: Pick<Io, 'now'>): Check {
  return {
    name: 'Gateway',
    async run() {
      const started = io.now();
      try {
        const { status, headers } = await ask(baseUrl);
        return findingOf(baseUrl, status, headers, started, io.now());
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return failed('gateway_down', {
          detail: error.message,
          expected: 'the gateway, or a sandbox, at that address.',
          change:
            'With the sandbox: start it (npx hpp-checkout sandbox) and compare the port. Else: correct --gateway or HPP_BASE_URL, and let this machine out through firewall and proxy.',
        });
      }
    },
  };
}

function findingOf(baseUrl: string, status: number, headers: Headers, started: number, now: number): Finding {
  if (status >= 300 && status < 400) {
    const target = headers.get('location') ?? 'somewhere';
    return warning('gateway_redirects', {
      detail: `${baseUrl} redirects to ${target}.`,
      expected: 'an address that answers by itself: API calls follow no redirect.',
      change: `Set HPP_BASE_URL to ${target}.`,
    });
  }
  const skew = Math.round((Date.parse(headers.get('date') ?? '') - now) / 1000);
  if (Math.abs(skew) * 1000 > CLOCK_TOLERANCE_MS) {
    return failed('clock_wrong', {
      detail: `The clock of ${baseUrl} is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} the clock of this machine.`,
      expected: 'clocks that differ by less than a minute: a hosted page lives 120 s.',
      change: 'Set this machine’s clock by NTP: "sudo timedatectl set-ntp true".',
    });
  }
  return ok(`${baseUrl} answers in ${now - started} ms.`);
}
