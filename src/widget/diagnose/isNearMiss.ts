import { nearestName } from '../../help/nearestName.ts';

/**
 * Whether a name of the shop's own choice was probably meant to be one of ours. Said of it only then: an element or a component
 * may carry names that are none of our business.
 */
export function isNearMiss(typed: string, names: readonly string[]): boolean {
  if (names.includes(typed) || isOfTheDom(typed)) return false;
  const nearest = nearestName(typed, names);
  // `orderId` is a name of its own.
  return nearest !== undefined && !new RegExp(`^${nearest}[A-Z]`).test(typed);
}

/** `onClick` and `tabIndex`: what every element takes, in the letters of a component. */
function isOfTheDom(name: string): boolean {
  if (/^(aria-|data-|children$|className$|key$|ref$|style$)/.test(name)) return true;
  for (const known in HTMLElement.prototype) if (known.toLowerCase() === name.toLowerCase()) return true;
  return false;
}
