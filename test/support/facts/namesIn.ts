/**
 * The numbers that a test's title names: `S42`, `S129e` where a fact has lettered parts, and each one of `S163–S183`.
 * A number inside another word (`SHA256`, `UTF8`, `TS51`) is none.
 */
export function namesIn(title: string): Set<string> {
  const names = new Set(title.match(/\b[SMTF]\d{1,3}[a-z]?\b/g));
  for (const [, kind, from, to] of title.matchAll(/\b([SMTF])(\d{1,3})[–-]\1?(\d{1,3})\b/g)) {
    for (let n = Number(from); n <= Number(to); n++) names.add(`${kind}${n}`);
  }
  return names;
}
