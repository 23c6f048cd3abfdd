import { assertWebUrl } from '../addresses.ts';
import { hasPlaceholders } from '../placeholders.ts';
import type { Settings } from '../settings.ts';

/** Where the shop is, by the configured addresses that need no session to be told; `null` where there is none. */
export function backUrlOf({
  publicUrl,
  continueUrl,
  failureUrl,
}: Pick<Settings, 'publicUrl' | 'continueUrl' | 'failureUrl'>): string | null {
  const url = [continueUrl, failureUrl].find((one) => typeof one === 'string' && !hasPlaceholders(one));
  return typeof url === 'string' ? assertWebUrl('continueUrl', url, publicUrl) : null;
}
