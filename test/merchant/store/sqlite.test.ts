import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sqliteStore } from '../../../src/merchant/store/sqlite.ts';
import { testStore } from '../../contracts/store.ts';

testStore('sqliteStore', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-sqlite-'));
  const path = join(folder, 'checkout.db');
  let time = 1_700_000_000_000;
  const now = () => time;
  const [store, other] = [sqliteStore(path, { now }), sqliteStore(path, { now })];
  return {
    store,
    other,
    advance: async (ms) => {
      time += ms;
    },
    async close() {
      await store.close();
      await other.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
