import { isFramingHeader } from '../protocol/gateway/framingHeaders.ts';
import type { CallerSetup, Exchange } from './call.ts';
import { ConfigurationError } from './errors/setupErrors.ts';
import { readSecret } from './secrets.ts';

declare const __VERSION__: string | undefined;
const USER_AGENT = `hpp-checkout/${typeof __VERSION__ === 'string' ? __VERSION__ : 'dev'}`;

/**
 * The headers of one request: the profile's own, what says the format, the credentials (S159, N14) and the signature
 * (S160), over the body or, where there is none, the query (N17). A caller's headers cannot replace any of them.
 */
export async function requestHeaders(
  { profile, signer, clientId, clientSecret }: CallerSetup,
  exchange: Exchange,
  body: string | undefined,
  extra: Record<string, string> | undefined,
): Promise<Record<string, string>> {
  const message =
    body === undefined
      ? profile.signature.input(exchange.query ?? {})
      : { payload: exchange.body, raw: body };
  const signature = await signer.sign(message, profile.signature.sign);
  const credentials = profile.auth({
    clientId: await readSecret(clientId, 'clientId'),
    clientSecret: await readSecret(clientSecret, 'clientSecret'),
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
  return headers;
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
