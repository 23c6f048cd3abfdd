import type { FieldReader } from '../../protocol/gateway/fieldReader.ts';

/**
 * What 3-D Secure data that the merchant brings is worth (S56, S87–S89), by EMVCo's words:
 * `authenticated`: the issuer vouches for the cardholder (`Y`), or for the attempt (`A`), with proof that fits;
 * `refused`: the issuer refused it (`N`), or forbade the payment (`R`); `none`: nothing that would spare a challenge.
 */
export type MerchantAuthentication = 'authenticated' | 'refused' | 'none';

/** Electronic commerce indicators of a full authentication (`Y`) and of an attempt (`A`): Mastercard has its own. */
const MASTERCARD: Readonly<Record<string, string>> = { Y: '02', A: '01' };
const OTHERS: Readonly<Record<string, string>> = { Y: '05', A: '06' };

/**
 * Judges 3-D Secure data. Only a positive result counts, and only with the cryptogram (`cavv`) and the indicator (`eci`) that
 * belong to it: an empty object, or one with some other field, proves nothing. See EMV 3-D Secure, `transStatus` and `eci`.
 */
export function judgeMerchantAuthentication(field: FieldReader, brand: string): MerchantAuthentication {
  const text = (name: string) => {
    const value = field(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const status = text('transStatus').toUpperCase();
  if (status === 'N' || status === 'R') return 'refused';
  const indicators = brand === 'MASTERCARD' || brand === 'MAESTRO' ? MASTERCARD : OTHERS;
  const fits = Object.hasOwn(indicators, status) && text('eci') === indicators[status];
  return fits && text('cavv') !== '' ? 'authenticated' : 'none';
}
