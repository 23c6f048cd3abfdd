import { baseUrlProblem, readBaseUrl } from './baseUrl.ts';
import { checkMilliseconds } from './checkMilliseconds.ts';
import { BrowserNotAllowedError, ConfigurationError } from './errors/setupErrors.ts';
import type { GatewayOptions } from './options.ts';
import { checkSecret } from './secrets.ts';
import type { Secret } from './types.ts';
import { unknownOptions } from './unknownOptions.ts';

export interface CheckedOptions {
  /** Without a slash at the end. */
  baseUrl: string;
  signatureSecrets: readonly Secret[];
  retries: { get: number; post: number; delete: number };
}

/** @throws BrowserNotAllowedError, ConfigurationError naming the option, what was expected and what to do. */
export function checkOptions(options: GatewayOptions): CheckedOptions {
  const page = globalThis as { window?: { document?: unknown }; document?: unknown };
  if (page.window?.document !== undefined && page.document !== undefined) {
    throw new BrowserNotAllowedError(
      'The gateway client runs on a server only: in a page its secrets would be anyone\'s. Use the widget from "hpp-checkout" here.',
    );
  }
  if (options === null || typeof options !== 'object') {
    throw new ConfigurationError('createGateway: expected an object of options.');
  }
  const unknown = unknownOptions(options);
  if (unknown.length > 0) throw new ConfigurationError(unknown.join(' '));
  checkSecret(options.clientId, 'clientId');
  checkSecret(options.clientSecret, 'clientSecret');
  const { signatureSecret } = options;
  const signatureSecrets = Array.isArray(signatureSecret)
    ? (signatureSecret as readonly Secret[])
    : [signatureSecret as Secret];
  if (signatureSecrets.length === 0)
    throw new ConfigurationError('signatureSecret: expected at least one secret.');
  for (const secret of signatureSecrets) checkSecret(secret, 'signatureSecret');
  if (typeof options.test !== 'boolean') {
    throw new ConfigurationError(
      'test: expected true for test transactions or false for live ones; there is no default.',
    );
  }
  checkOneOf(options.pciLevel, 'pciLevel', ['none', 'saq-d']);
  checkOneOf(options.validate, 'validate', ['strict', 'warn', 'off']);
  if (options.transport !== undefined && typeof options.transport !== 'function') {
    throw new ConfigurationError('transport: expected a function, such as fetch.');
  }
  checkMilliseconds(options.timeoutMs, 'timeoutMs');
  checkMilliseconds(options.deadlineMs, 'deadlineMs');
  const wrongAddress = baseUrlProblem(options.baseUrl, options.test);
  if (wrongAddress !== null) throw new ConfigurationError(`baseUrl: ${wrongAddress}`);
  return { baseUrl: readBaseUrl(options.baseUrl), signatureSecrets, retries: readRetries(options.retries) };
}

function readRetries(retries: GatewayOptions['retries']): CheckedOptions['retries'] {
  const given = typeof retries === 'object' ? retries : { get: retries, post: retries, delete: retries };
  const result = { get: given?.get ?? 2, post: given?.post ?? 2, delete: given?.delete ?? 2 };
  for (const [name, count] of Object.entries(result)) {
    if (!Number.isInteger(count) || count < 0 || count > 10) {
      throw new ConfigurationError(`retries (${name}): expected a whole number from 0 to 10.`);
    }
  }
  return result;
}

function checkOneOf(value: unknown, name: string, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value as string)) return;
  throw new ConfigurationError(`${name}: expected ${allowed.map((each) => `"${each}"`).join(' or ')}.`);
}
