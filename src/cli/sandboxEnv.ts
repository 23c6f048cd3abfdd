import type { SandboxCredentials } from '../sandbox/options.ts';

interface SandboxAddress {
  url: string;
  credentials: SandboxCredentials;
  /** The credentials that stand in the docs. A user's own secrets are not printed. */
  isUsual: boolean;
}

/** The lines of a `.env` for a server that pays at this sandbox: the variables of `gatewayFromEnv`. */
export function sandboxEnv({ url, credentials, isUsual }: SandboxAddress): string[] {
  const secret = (name: string, value: string) =>
    isUsual ? `${name}=${value}` : `# ${name}: the one that you gave`;
  return [
    `HPP_BASE_URL=${url}`,
    `HPP_CLIENT_ID=${credentials.clientId}`,
    secret('HPP_CLIENT_SECRET', credentials.clientSecret),
    secret('HPP_SIGNATURE_SECRET', credentials.signatureSecret),
    'HPP_TEST=true',
  ];
}
