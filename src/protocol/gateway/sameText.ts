const encoder = new TextEncoder();

/**
 * Compares two texts without telling by its time where they differ (T27): every byte of the expected text is looked at,
 * whatever was given. Only a difference in length may show, and lengths of digests and secrets are public.
 */
export function sameText(expected: string, given: string): boolean {
  const a = encoder.encode(expected);
  const b = encoder.encode(given);
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) difference |= (a[i] as number) ^ (b[i % Math.max(b.length, 1)] ?? 0);
  return difference === 0;
}
