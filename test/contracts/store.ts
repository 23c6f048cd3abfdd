import { describe, it } from 'vitest';
import { type OpenStore, testCheckoutStore } from '../../src/testing/store/testCheckoutStore.ts';

/** The public suite, as our own stores run it. */
export function testStore(name: string, open: () => Promise<OpenStore>): void {
  testCheckoutStore(open, { name, runner: { describe, it } });
}
