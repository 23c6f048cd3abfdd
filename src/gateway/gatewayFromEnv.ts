import { createGateway, type Gateway } from './createGateway.ts';
import { ENV_NAMES, envProblems } from './envProblems.ts';
import { ConfigurationError } from './errors/setupErrors.ts';
import type { GatewayOptions } from './options.ts';
import { unknownEnvOptions } from './unknownOptions.ts';

/** Options of `gatewayFromEnv`: all of `createGateway` that the environment does not give. */
export interface GatewayFromEnvOptions
  extends Omit<GatewayOptions, 'baseUrl' | 'clientId' | 'clientSecret' | 'signatureSecret' | 'test'> {
  /** Where the variables are read from. Default `process.env`. */
  env?: Readonly<Partial<Record<(typeof ENV_NAMES)[number], string | undefined>>>;
}

/**
 * The gateway's client, with address and credentials from five environment variables: `HPP_BASE_URL`, `HPP_CLIENT_ID`,
 * `HPP_CLIENT_SECRET`, `HPP_SIGNATURE_SECRET`, and `HPP_TEST`, which must be `true` or `false`: there is no default, since it
 * decides whether money moves. `npx hpp-checkout sandbox` prints the five to paste into a `.env`.
 *
 * While one signature secret replaces another, use `createGateway`, which takes both.
 *
 * @example
 * const gateway = gatewayFromEnv();
 * @throws ConfigurationError naming every variable that is missing or malformed, and never a value; else what `createGateway` throws.
 */
export function gatewayFromEnv(options: GatewayFromEnvOptions = {}): Gateway {
  const { env = globalThis.process?.env ?? {}, ...rest } = options;
  const unknown = unknownEnvOptions(rest);
  if (unknown.length > 0) throw new ConfigurationError(unknown.join(' '));
  const problems = envProblems(env);
  if (problems.length > 0) {
    throw new ConfigurationError(
      [
        'gatewayFromEnv: the environment does not describe a gateway.',
        ...problems.map((problem) => `- ${problem}`),
        `Expected ${ENV_NAMES.join(', ')}. "npx hpp-checkout sandbox" prints them for a sandbox; put them into .env and start with "node --env-file=.env …".`,
      ].join('\n'),
    );
  }
  const given = env as Readonly<Record<(typeof ENV_NAMES)[number], string>>;
  return createGateway({
    ...rest,
    baseUrl: given.HPP_BASE_URL,
    clientId: given.HPP_CLIENT_ID,
    clientSecret: given.HPP_CLIENT_SECRET,
    signatureSecret: given.HPP_SIGNATURE_SECRET,
    test: given.HPP_TEST === 'true',
  });
}
