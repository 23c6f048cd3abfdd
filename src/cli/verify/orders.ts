import { UsageError } from '../command.ts';

/** `A-1001..A-1040` */
const RANGE = /^(?<prefix>.*?)(?<from>\d+)\.\.(?<again>.*?)(?<to>\d+)$/;

/**
 * Orders as they were typed: a range, JSON, or else a text.
 * @throws UsageError for a range that has no end.
 */
export function readOrders(typed: readonly string[]): unknown[] {
  return typed.flatMap((text): unknown[] => {
    const { prefix, from, again, to } = RANGE.exec(text)?.groups ?? {};
    if (prefix === undefined || from === undefined || to === undefined) return [readOrder(text)];
    const count = Number(to) - Number(from) + 1;
    if (prefix !== again || count < 1 || count > 10_000) {
      throw new UsageError(`--order: expected a range such as A-1001..A-1040, got "${text}".`);
    }
    return Array.from(
      { length: count },
      (_, index) => prefix + String(Number(from) + index).padStart(from.length, '0'),
    );
  });
}

/** `{"basket":7}` is JSON; everything else is a text, also `1001`. */
export function readOrder(text: string): unknown {
  if (!/^[[{"]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--order: expected a text or JSON, got "${text}".`);
  }
}
