import { isLoopbackName } from '../../../sandbox/notify/target.ts';
import { type Input, text } from '../../command.ts';
import type { Io } from '../../io.ts';
import { type Check, type Finding, failed, warning } from '../check.ts';

/** A gateway to be asked. */
export interface GatewayAddress {
  baseUrl: string;
  /** Named by `--gateway` or `$HPP_BASE_URL`, and not our own guess that a sandbox may run here. */
  isNamed: boolean;
}

export interface Credentials {
  clientId: string;
  clientSecret: string;
  signatureSecret: string;
}

/** The default credentials of a sandbox. They stand in the docs and are no secret. */
const OF_A_SANDBOX: Credentials = {
  clientId: 'sandbox',
  clientSecret: 'sandbox-secret',
  signatureSecret: 'sandbox-signature-secret',
};

/**
 * The credentials for a gateway, or why they are not sent. A shop's own leave this machine only for an address that was
 * named, and in the open only where that was said: whoever listens at any other address, or on the way, could pay in the
 * shop's name.
 */
export function credentialsToSend(
  { baseUrl, isNamed }: GatewayAddress,
  { values }: Input,
  io: Io,
  allowHttp: boolean,
): Credentials | Finding {
  const own: Partial<Credentials> = {};
  for (const [name, given] of [
    ['clientId', text(values, 'client-id') ?? io.env.HPP_CLIENT_ID],
    ['clientSecret', text(values, 'client-secret') ?? io.env.HPP_CLIENT_SECRET],
    ['signatureSecret', text(values, 'signature-secret') ?? io.env.HPP_SIGNATURE_SECRET],
  ] as const) {
    if (given !== undefined) own[name] = given;
  }
  if (Object.keys(own).length === 0) return OF_A_SANDBOX;
  if (!isNamed) {
    return warning('credentials_withheld', {
      detail: `There are credentials, but no address for them: they are not sent to ${baseUrl}, which is only our guess.`,
      expected: 'the gateway’s address beside its credentials.',
      change: 'Name it with --gateway or HPP_BASE_URL.',
    });
  }
  if (isInTheOpen(baseUrl) && !allowHttp) {
    return failed('credentials_withheld', {
      detail: `They are not sent: ${baseUrl} is not https, so everybody on the way would read them.`,
      expected: 'https.',
      change: 'Use https, or say --allow-http where the whole way is yours, as in a network of containers.',
    });
  }
  return { ...OF_A_SANDBOX, ...own };
}

/** Says in the row of checks that nothing was sent. */
export const withheld = (finding: Finding): Check => ({
  name: 'Credentials',
  needs: ['Gateway'],
  run: async () => finding,
});

function isInTheOpen(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl)) return false;
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'http:' && !isLoopbackName(hostname);
}
