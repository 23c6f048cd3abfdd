import { sameText } from '../protocol/gateway/sameText.ts';
import type { Hmac, SignatureScheme, SignedMessage } from '../protocol/gateway/signature.ts';
import { SigningError } from './errors/setupErrors.ts';
import { readSecret } from './secrets.ts';
import type { Secret } from './types.ts';

/** `null` where the scheme signs nothing. At once, unless secret, scheme or platform take their time. */
type Signature = string | null | Promise<string | null>;

/** Signs with the first secret, recognises any: two are valid while one replaces the other. */
export interface Signer {
  /** @throws SigningError */
  sign(message: SignedMessage, scheme: SignatureScheme): Signature;
  /** Compares in constant time (T27). A scheme that signs nothing matches nothing. @throws SigningError */
  matches(message: SignedMessage, given: string, scheme: SignatureScheme): boolean | Promise<boolean>;
}

export function createSigner(secrets: readonly Secret[], hmac: Hmac): Signer {
  function sign(message: SignedMessage, scheme: SignatureScheme, secret: Secret): Signature {
    const text = readSecret(secret, 'signatureSecret');
    return typeof text === 'string'
      ? compute(message, scheme, text)
      : text.then((late) => compute(message, scheme, late));
  }

  function compute(message: SignedMessage, scheme: SignatureScheme, secret: string): Signature {
    try {
      const signature = scheme(message, secret, hmac);
      return signature instanceof Promise ? signature.catch(failed) : signature;
    } catch (cause) {
      return Promise.reject(cause).catch(failed);
    }
  }

  return {
    sign: (message, scheme) => sign(message, scheme, secrets[0] as Secret),
    matches(message, given, scheme) {
      const isGiven = (expected: string | null) => expected !== null && sameText(expected, given);
      const matches = secrets.map((secret) => {
        const expected = sign(message, scheme, secret);
        return expected instanceof Promise ? expected.then(isGiven) : isGiven(expected);
      });
      return matches.every((match) => typeof match === 'boolean')
        ? matches.includes(true)
        : Promise.all(matches).then((all) => all.includes(true));
    },
  };
}

function failed(cause: unknown): never {
  throw new SigningError('The signature could not be computed.', { cause });
}
