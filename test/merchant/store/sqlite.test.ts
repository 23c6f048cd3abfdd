import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { testStore } from '../../contracts/store.ts';

/** Mutants are tried without a file: the thousands of times that it takes would be three times as long. */
const isMutation = process.env.HPP_MUTATION !== undefined;

testStore('sqliteStore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-sqlite-'));
  const path = isMutation ? ':memory:' : join(folder, 'checkout.db');
  let time = 1_700_000_000_000;
  const now = () => time;
  const store = sqliteStore(path, { now });
  const other = isMutation ? store : sqliteStore(path, { now });
  return {
    store,
    other,
    advance: async (ms) => {
      time += ms;
    },
    async close() {
      for (const each of new Set([store, other])) await each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
