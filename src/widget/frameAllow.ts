import { readFrameAllow } from '../protocol/page/frameAllow.ts';
import type { CheckoutOptions } from './options.ts';

/**
 * A frame's `allow` with the option's rights in it; the option wins. What this browser is known not to know is left out, or it
 * writes a warning for it.
 *
 * @param usual our own rights.
 */
export function addRights(given: CheckoutOptions['frameAllow'], usual: string): string {
  const known = (document as { featurePolicy?: { features(): string[] } }).featurePolicy?.features();
  const all = new Map(usual.split(';').map((right) => [right.split(' ')[0] as string, right]));
  for (const { name, list } of readFrameAllow(given).rights) {
    if (known?.includes(name) ?? true) all.set(name, `${name} ${list.join(' ') || '*'}`);
  }
  return [...all.values()].join(';');
}
