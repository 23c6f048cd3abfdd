import type { Settings } from '../../settings/settings.ts';
import { returnAddress } from '../../shop/state/returnAddress.ts';
import { storedValue } from '../../shop/state/storedValue.ts';
import type { Entry } from '../timeline/entry.ts';

/** What is still there when a page that took the whole window gives it back. */
export interface SavedPlayground {
  settings: Settings;
  entries: readonly Entry[];
}

export const savedPlayground = storedValue<SavedPlayground>('morrow-playground');

/** From now on the shop stands alone in this tab. */
export function forgetPlayground(storage: Storage): void {
  savedPlayground.clear(storage);
  returnAddress.clear(storage);
}
