/**
 * The notification's fields without which a payment can be settled all the same. The interface document lists them for the
 * notification only: what the status endpoint answers is not shown.
 */
const OPTIONAL_FIELDS = [
  'AttemptNumber',
  'SentDateTime',
  'TransactionToken',
  'AuthCode',
  'CardInput',
  'CardNumber',
  'CardExpiry',
  'CardHolderName',
  'CardCountry',
  'CardType',
  'CardToken',
  'Acquirer',
  'Email',
  'ClientAccount',
  'Is3DS',
  'UDF',
] as const;

/** A field of a payment's result that may be there or not. */
export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

/** Which optional fields are there: all, those named, or all but those named. */
export type FieldChoice = 'all' | readonly OptionalField[] | { readonly except: readonly OptionalField[] };

/**
 * Makes the test that says whether a field is there. A field that is not optional always is.
 * @param option Name of the option, for the error.
 * @throws RangeError for a name that is no optional field, so that a typing error does not look like a passed test.
 */
export function fieldFilter(option: string, choice: FieldChoice): (field: string) => boolean {
  const optional: readonly string[] = OPTIONAL_FIELDS;
  if (choice === 'all') return () => true;
  const isExcept = 'except' in choice;
  const names: readonly string[] = isExcept ? choice.except : choice;
  if (!Array.isArray(names))
    throw new RangeError(`${option}: expected "all", a list of fields, or { except }.`);
  const wrong = names.find((name) => !optional.includes(name));
  if (wrong !== undefined) {
    throw new RangeError(`${option}: expected names among ${optional.join(', ')}; got "${wrong}".`);
  }
  return (field) => !optional.includes(field) || names.includes(field) !== isExcept;
}
