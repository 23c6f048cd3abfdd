import { unknownNames } from '../../help/unknownNames.ts';
import { StoreError } from './storeError.ts';

/** @throws StoreError `config_invalid` for an option that the store has not, with the one that was probably meant. */
export function assertOptions(store: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) {
    throw new StoreError('config_invalid', `${store}: expected an object of options.`);
  }
  const unknown = unknownNames(`option of ${store}`, options, known);
  if (unknown.length > 0) throw new StoreError('config_invalid', unknown.join(' '));
}
