import { sameText } from '../protocol/gateway/sameText.ts';
import type { Hmac, SignatureScheme, SignedMessage } from '../protocol/gateway/signature.ts';
import { SigningError } from './errors/setupErrors.ts';
import { readSecret } from './secrets.ts';
import type { Secret } from './types.ts';

/** Signs with the first secret, recognises any: two are valid while one replaces the other. */
export interface Signer {
  /** `null` where the scheme signs nothing. @throws SigningError */
  sign(message: SignedMessage, scheme: SignatureScheme): Promise<string | null>;
  /** Compares in constant time (T27). A scheme that signs nothing matches nothing. @throws SigningError */
  matches(message: SignedMessage, given: string, scheme: SignatureScheme): Promise<boolean>;
}

export function createSigner(secrets: readonly Secret[], hmac: Hmac): Signer {
  async function sign(
    message: SignedMessage,
    scheme: SignatureScheme,
    secret: Secret,
  ): Promise<string | null> {
    const text = await readSecret(secret, 'signatureSecret');
    try {
      return await scheme(message, text, hmac);
    } catch (cause) {
      throw new SigningError('The signature could not be computed.', { cause });
    }
  }

  return {
    sign: (message, scheme) => sign(message, scheme, secrets[0] as Secret),
    async matches(message, given, scheme) {
      // All of them, whichever matches: the time must not show which secret is the right one.
      const matches = await Promise.all(
        secrets.map(async (secret) => {
          const expected = await sign(message, scheme, secret);
          return expected !== null && (await sameText(expected, given));
        }),
      );
      return matches.includes(true);
    },
  };
}
