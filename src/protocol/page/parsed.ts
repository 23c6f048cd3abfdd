/** The result of reading a value from the other side of a wall: the value, or what was wrong with it. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; reason: string };

export function accept<T>(value: T): Parsed<T> {
  return { ok: true, value };
}

export function refuse(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
