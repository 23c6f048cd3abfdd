/** Countries of the test cards that processors publish for them; the rest are American. */
const COUNTRIES: Readonly<Record<string, string>> = {
  '076': 'BRA',
  '124': 'CAN',
  '250': 'FRA',
  '276': 'DEU',
  '380': 'ITA',
  '470': 'MLT',
  '724': 'ESP',
  '826': 'GBR',
};

/** Issuer's country, alpha-3 (S176): digits 7 to 9 of the range `4000 00` are its ISO number. */
export function cardCountry(number: string): string {
  return (number.startsWith('400000') ? COUNTRIES[number.slice(6, 9)] : undefined) ?? 'USA';
}
