import { storedValue } from './storedValue.ts';

/**
 * Where a customer goes who comes back to the shop in the whole window. A page that frames the shop sets it, so that it
 * gets its window back after a bank's page took it.
 */
export const returnAddress = storedValue<string>('morrow-return-address');
