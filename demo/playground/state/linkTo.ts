import { type Settings, toQuery } from '../../settings/settings.ts';

/** A link that names its scenario even when it is the first one: the address then opens the control room. */
export function linkTo(settings: Settings): string {
  const query = toQuery(settings);
  const named = `scenario=${settings.scenario}${query === '' ? '' : `&${query}`}`;
  return `${location.origin}/?${query.includes('scenario=') ? query : named}`;
}
