/** Whether two field names are the same but for letter case (`pspid`, `PspId`). */
export function sameName(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase();
}

/** The listed name that is this one: exactly, or else but for letter case; `null` when none is. */
export function spelledAs(name: string, listed: readonly string[]): string | null {
  return listed.includes(name) ? name : (listed.find((other) => sameName(other, name)) ?? null);
}
