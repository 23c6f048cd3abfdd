import { isPlainObject } from '../../../help/isPlainObject.ts';
import { namesOf } from '../../../help/namesOf.ts';
import { unknownNames } from '../../../help/unknownNames.ts';
import { CheckoutConfigError } from '../../configError.ts';
import type { PayLinkOptions } from '../../options.ts';

const OPTIONS = namesOf<PayLinkOptions>({ secret: true });
/** 128 bits as hex digits. */
const SHORTEST = 32;
const HOW = 'Make one with: openssl rand -hex 32';

/**
 * The secrets of pay links: the first signs, all verify; none where there are no pay links. No message repeats one.
 *
 * @throws CheckoutConfigError
 */
export function readSecrets(options: PayLinkOptions | undefined): readonly string[] {
  if (options === undefined) return [];
  if (!isPlainObject(options)) throw new CheckoutConfigError('payLinks: expected { secret }.');
  const unknown = unknownNames('option of payLinks', options, OPTIONS);
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  const { secret } = options;
  if (secret === undefined) {
    throw new CheckoutConfigError(`payLinks.secret is missing: a text that only your servers know. ${HOW}`);
  }
  const secrets: readonly unknown[] = Array.isArray(secret) ? secret : [secret];
  if (secrets.length === 0) {
    throw new CheckoutConfigError('payLinks.secret: the list is empty. The first signs, all verify.');
  }
  return secrets.map((one, index) => {
    const name = Array.isArray(secret) ? `payLinks.secret[${index}]` : 'payLinks.secret';
    if (typeof one !== 'string') throw new CheckoutConfigError(`${name}: expected a text. ${HOW}`);
    if (one.length >= SHORTEST) return one;
    throw new CheckoutConfigError(
      `${name}: expected ${SHORTEST} characters or more, got ${one.length}. ${HOW}`,
    );
  });
}
