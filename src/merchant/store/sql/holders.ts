import type { SqlDriver } from './driver.ts';

/** The first that asks holds it: of any number that come together one is written, and all read that one. */
export async function claimFor(driver: SqlDriver, holder: string, test: boolean): Promise<string> {
  const mode = test ? 'test' : 'live';
  const held = await read(driver, mode);
  if (held !== null) return held;
  await driver.write({
    decide: {
      sql: `INSERT INTO hpp_holders (mode, holder) VALUES (?, ?) {on conflict mode} holder = hpp_holders.holder`,
      values: [mode, holder],
    },
  });
  return (await read(driver, mode)) ?? holder;
}

async function read(driver: SqlDriver, mode: string): Promise<string | null> {
  const [row] = await driver.read({ sql: 'SELECT holder FROM hpp_holders WHERE mode = ?', values: [mode] });
  return row === undefined ? null : String(row.holder);
}
