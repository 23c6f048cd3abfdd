import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { Hmac } from '../../protocol/gateway/signature.ts';
import type { Answer } from './call.ts';

/** An answer as it is sent: signed as requests are, in the same header, unless the profile says that no client checks it. */
export async function signAnswer(
  { status, body, headers }: Answer,
  { header, sign, responses }: GatewayProfile['signature'],
  secret: string,
  hmac: Hmac,
): Promise<Response> {
  const raw = JSON.stringify(body);
  const signature = responses === 'ignore' ? null : await sign({ payload: body, raw }, secret, hmac);
  return new Response(raw, {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...headers,
      ...(signature === null ? {} : { [header]: signature }),
    },
  });
}
