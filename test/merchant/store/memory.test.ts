import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { testStore } from '../../contracts/store.ts';

testStore('memoryStore', async () => {
  let now = 1_700_000_000_000;
  const store = memoryStore({ now: () => now });
  return {
    store,
    other: store,
    advance: async (ms) => {
      now += ms;
    },
    close: () => store.close(),
  };
});
