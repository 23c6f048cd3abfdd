import { isFramingHeader } from '../../protocol/gateway/framingHeaders.ts';
import { REDACTED } from '../../protocol/gateway/redactText.ts';
import { ConfigurationError } from '../errors/setupErrors.ts';
import { readSecret } from '../secrets.ts';
import type { CallerContext, Exchange } from './call.ts';

declare const __VERSION__: string | undefined;
const USER_AGENT = `hpp-checkout/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;

/** The headers of one request, and which texts in them are secret. */
export interface RequestHeaders {
  headers: Record<string, string>;
  /** As above, for whoever listens: no value of a header that could be a credential. */
  shown: () => Record<string, string>;
  secrets: readonly string[];
}

/** A header of the caller's or the profile's own, whose value is better not shown. */
const SECRET_HEADER = /auth|cookie|credential|key|pass|secret|session|sign|token/i;

/**
 * The headers of one request: the profile's own, what says the format, the credentials (S159, N14) and the signature
 * (S160), over the body or, where there is none, the query (N17). A caller's headers cannot replace any of them.
 */
export async function requestHeaders(
  { profile, signer, clientId, clientSecret }: CallerContext,
  exchange: Exchange,
  body: string | undefined,
  extra: Record<string, string> | undefined,
): Promise<RequestHeaders> {
  const message =
    body === undefined
      ? profile.signature.input(exchange.query ?? {})
      : { payload: exchange.body, raw: body };
  const signature = await signer.sign(message, profile.signature.sign);
  const secret = await readSecret(clientSecret, 'clientSecret');
  const credentials = profile.auth({
    clientId: await readSecret(clientId, 'clientId'),
    clientSecret: secret,
  });
  const headers: Record<string, string> = {
    'User-Agent': USER_AGENT,
    ...profile.wire.headers,
    Accept: 'application/json',
    ...credentials,
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (signature !== null) headers[profile.signature.header] = signature;
  if (extra !== undefined) addOwn(headers, extra);
  const hidden = new Set([...Object.keys(credentials), profile.signature.header]);
  const isHidden = (name: string) => hidden.has(name) || SECRET_HEADER.test(name);
  const shown = () =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, isHidden(name) ? REDACTED : value]),
    );
  const secrets = [
    secret,
    ...Object.entries(headers).flatMap(([name, value]) => (isHidden(name) ? [value] : [])),
  ];
  return { headers, shown, secrets };
}

function addOwn(headers: Record<string, string>, extra: Record<string, string>): void {
  const taken = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const [name, value] of Object.entries(extra)) {
    if (taken.has(name.toLowerCase()) || isFramingHeader(name)) {
      throw new ConfigurationError(`The header "${name}" is the client's own and cannot be given.`);
    }
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they would end the header (T36)
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)) {
      throw new ConfigurationError(`The header "${name}" holds a control character.`);
    }
    headers[name] = value;
  }
}
