import { platformHmac } from '../../../protocol/gateway/hmac.ts';
import { sameText } from '../../../protocol/gateway/sameText.ts';

/** What a link is good for: it is signed with it, and a link of another mode or address has another signature. */
export interface LinkScope {
  readonly publicUrl: string;
  readonly test: boolean;
}

const VERSION = '1';
const hmac = platformHmac();

/**
 * `<version>.<signature>.<payload>`, the latter two in base64url. The payload stands last: it ends in a letter or a digit (of `}`), and a mail
 * program that makes addresses clickable leaves nothing off.
 */
export async function signPayload(payload: string, scope: LinkScope, secret: string): Promise<string> {
  const text = toBase64Url(new TextEncoder().encode(payload));
  return `${VERSION}.${await signatureOf(text, scope, secret)}.${text}`;
}

/**
 * The payload of a link that one of the secrets has signed for this scope; `null` for any other text. The signature is over the payload's
 * own characters and compared as characters, so no second spelling of a link is taken.
 */
export async function verifiedPayload(
  token: string,
  scope: LinkScope,
  secrets: readonly string[],
): Promise<string | null> {
  const [version, signature, text, ...rest] = token.split('.');
  if (version !== VERSION || signature === undefined || text === undefined || rest.length > 0) return null;
  let isOurs = false;
  for (const secret of secrets) {
    if (await sameText(await signatureOf(text, scope, secret), signature)) isOurs = true;
  }
  return isOurs ? new TextDecoder().decode(fromBase64Url(text)) : null;
}

/** Its first line is in no other text that is signed with this or any other secret of ours. */
async function signatureOf(text: string, { publicUrl, test }: LinkScope, secret: string): Promise<string> {
  const lines = [`hpp-checkout pay link ${VERSION}`, test ? 'test' : 'live', publicUrl, text];
  return toBase64Url(await hmac(secret, lines.join('\n')));
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(bytes, (char) => char.charCodeAt(0));
}
