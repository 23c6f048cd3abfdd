import { expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/merchant/store/sql/migrations.ts';

/*
 * MySQL has migrations of its own, which have to lead to the same tables.
 */

interface Schema {
  /** `table.column` */
  readonly columns: Set<string>;
  /** By their names; `drop`ped ones are gone. */
  readonly indexes: Set<string>;
}

/** What the statements make: each has to be one that is known here. */
function schemaOf(statements: readonly string[]): Schema {
  const columns = new Set<string>();
  const indexes = new Set<string>();
  const dropTable = (table: string) => {
    for (const each of columns) if (each.startsWith(`${table}.`)) columns.delete(each);
  };
  for (const each of statements.map((text) => text.replaceAll(/\s+/g, ' '))) {
    const table = /^CREATE TABLE (\w+) \((.*)\)$/.exec(each);
    const added = /^ALTER TABLE (\w+) ADD COLUMN (\w+) [A-Z]/.exec(each);
    const made = /^CREATE (?:UNIQUE )?INDEX (\w+) ON \w+ \(/.exec(each);
    const gone = /^DROP INDEX (\w+)( ON \w+)?$/.exec(each);
    const left = /^(?:ALTER TABLE (\w+) RENAME TO \w+|DROP TABLE (\w+))$/.exec(each);
    if (table) {
      for (const [, name] of table[2]?.matchAll(/(?:^ ?|, )([a-z]\w*) (?:[A-Z]|\{key\})/g) ?? []) {
        columns.add(`${table[1]}.${name}`);
      }
      for (const [, name] of table[2]?.matchAll(/\bINDEX (\w+) \(/g) ?? []) indexes.add(String(name));
    } else if (added) columns.add(`${added[1]}.${added[2]}`);
    else if (made) {
      expect(indexes, each).not.toContain(made[1]);
      indexes.add(String(made[1]));
    } else if (gone) expect(indexes.delete(String(gone[1])), each).toBe(true);
    else if (left) dropTable(String(left[1] ?? left[2]));
    // A table that is dropped takes its index along.
    else expect(each).toMatch(/^(UPDATE|INSERT INTO) hpp_/);
    if (left?.[2] !== undefined) indexes.delete('hpp_effects_session');
  }
  return { columns, indexes };
}

const theirs = schemaOf(MIGRATIONS.flatMap(({ statements }) => statements));
const onMysql = schemaOf(MIGRATIONS.flatMap(({ statements, onMysql: own = statements }) => own));

it('has the same columns on MySQL, and generated ones in the place of indexes of some rows', () => {
  expect([...theirs.columns].length).toBeGreaterThan(40);
  expect([...onMysql.columns].sort()).toEqual(
    [...theirs.columns, 'hpp_sessions.live_order', 'hpp_sessions.details_owed'].sort(),
  );
});

it('has indexes of the same names on MySQL, and one for what is UNIQUE elsewhere', () => {
  expect([...theirs.indexes].length).toBeGreaterThan(9);
  expect([...onMysql.indexes].sort()).toEqual([...theirs.indexes, 'hpp_sessions_reference'].sort());
});
