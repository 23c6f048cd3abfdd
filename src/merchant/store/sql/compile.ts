import { StoreError } from '../storeError.ts';
import type { Dialect } from './dialect.ts';
import type { SqlValue, Statement } from './driver.ts';

interface Plan {
  readonly text: string;
  /** For each placeholder, which of the statement's values stands there. */
  readonly slots: readonly (number | 'now')[];
}

export interface Compiled {
  readonly text: string;
  readonly values: readonly SqlValue[];
  readonly varies: boolean;
}

// NUL ends a text in SQLite (https://www.sqlite.org/nulinstr.html) and is refused by PostgreSQL
// (https://www.postgresql.org/docs/current/datatype-character.html); a lone surrogate would come back as another character.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Whether every engine gives this text back unchanged. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Those whose text has a length, such as a batch's, are of many kinds. */
const MOST_PLANS = 500;

/** Turns the store's statements into an engine's. */
export function compiler(dialect: Dialect, clock: () => number): (statement: Statement) => Compiled {
  const plans = new Map<string, Plan>();
  return ({ sql, values, varies = false }) => {
    let plan = plans.get(sql);
    if (plan === undefined) {
      plan = planOf(sql, dialect);
      if (plans.size < MOST_PLANS) plans.set(sql, plan);
    }
    values.forEach(assertStorable);
    return {
      text: plan.text,
      values: plan.slots.map((slot) => (slot === 'now' ? clock() : (values[slot] ?? null))),
      varies,
    };
  };
}

/** @throws StoreError `invalid_change` */
export function assertStorable(value: SqlValue): void {
  if (typeof value === 'string' && !isStorable(value)) {
    throw new StoreError(
      'invalid_change',
      'A text with a NUL character or half a surrogate pair cannot be stored. Refuse it where it enters.',
    );
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new StoreError(
      'invalid_change',
      `The store takes whole numbers (times in milliseconds), not ${value}.`,
    );
  }
}

function planOf(sql: string, dialect: Dialect): Plan {
  const slots: (number | 'now')[] = [];
  let given = 0;
  const text = spelled(sql, dialect).replace(/\?|\{now\}/g, (word) => {
    if (word === '{now}' && dialect.now !== null) return dialect.now;
    slots.push(word === '?' ? given++ : 'now');
    return dialect.placeholder(slots.length);
  });
  return { text, slots };
}

/** The words in braces, but for the clock, which may be a value. */
function spelled(sql: string, dialect: Dialect): string {
  return sql
    .replaceAll('{for update}', dialect.forUpdate)
    .replaceAll('{skip locked}', dialect.skipLocked)
    .replaceAll('{bounded}', dialect.bounded)
    .replaceAll('{text}', dialect.text)
    .replaceAll('{integer}', dialect.integer)
    .replaceAll('{is}', dialect.is)
    .replaceAll('{key}', dialect.key)
    .replaceAll('{arrays}', dialect.arrays)
    .replaceAll('{one row}', dialect.oneRow)
    .replace(/ \{into [^}]+\}/, '')
    .replace(/\{elements of ([\w.]+)\}/g, (_, column: string) => dialect.elementsOf(column))
    .replace(/\{joined ([\w.]+)\}/g, (_, expression: string) => dialect.joined(expression))
    .replace(/\{locked (\w+)\.(\w+): ([^}]+)\}/g, (_, table: string, key: string, list: string) =>
      dialect.locked(table, key, list),
    )
    .replace(/\{on conflict (\w+)\}/g, (_, key: string) => dialect.onConflict(key))
    .replace(/\{new (\w+)\}/g, (_, column: string) => dialect.proposed(column))
    .replace(/\{where ([^}]+)\}/g, (_, condition: string) => dialect.partial(condition));
}
