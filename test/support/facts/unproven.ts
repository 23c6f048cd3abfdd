import { namesIn } from './namesIn.ts';

/** Numbers of a list that no title names. */
export function unproven(ids: readonly string[], titles: readonly string[]): string[] {
  const named = new Set(titles.flatMap((title) => [...namesIn(title)]));
  return ids.filter((id) => !named.has(id));
}
