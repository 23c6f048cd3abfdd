/**
 * Compares two texts without telling by its time where they differ (T27): every unit of the expected text is looked at,
 * whatever was given. Only a difference in length may show, and lengths of digests and secrets are public.
 */
export function sameText(expected: string, given: string): boolean {
  const length = given.length;
  let difference = expected.length ^ length;
  for (let i = 0; i < expected.length; i++) {
    difference |= expected.charCodeAt(i) ^ (length === 0 ? 0 : given.charCodeAt(i % length));
  }
  return difference === 0;
}
