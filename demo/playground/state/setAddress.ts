import { type Settings, toQuery } from '../../settings/settings.ts';

/** Puts the settings into the address, so that a reload and a copied address keep them. */
export function setAddress(history: History, settings: Settings): void {
  const query = toQuery(settings);
  try {
    history.replaceState(null, '', query.includes('scenario=') ? `/?${query}` : `/?room&${query}`);
  } catch {
    // A browser may limit how often the address changes, and a slider changes it at each step. Safari throws after 100 in
    // half a minute: https://html.spec.whatwg.org/multipage/nav-history-apis.html#shared-history-push/replace-state-steps
  }
}
