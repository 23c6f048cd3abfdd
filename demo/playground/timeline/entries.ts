import type { Entry } from './entry.ts';

/** Inserts an entry by its time; the same event twice in a row becomes one entry with a count. */
export function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  let at = entries.length;
  while (at > 0 && (entries[at - 1]?.at ?? 0) > entry.at) at--;
  const before = entries[at - 1];
  if (before?.source === entry.source && before.text === entry.text && entry.type !== 'click') {
    return entries.with(at - 1, { ...before, times: before.times + 1 });
  }
  return entries.toSpliced(at, 0, entry);
}

/** Milliseconds since the latest click before this entry; `null` when there was none. */
export function sinceClick(entries: readonly Entry[], { at }: Entry): number | null {
  const click = entries.findLast((entry) => entry.type === 'click' && entry.at <= at);
  return click === undefined ? null : at - click.at;
}
