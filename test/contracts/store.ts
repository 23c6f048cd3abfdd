import { afterEach, beforeEach, describe } from 'vitest';
import { changingCases } from './store/changing.ts';
import { creatingCases } from './store/creating.ts';
import { effectCases } from './store/effects.ts';
import { eventCases } from './store/events.ts';
import { findingCases } from './store/finding.ts';
import { keepingCases } from './store/keeping.ts';
import { leasingCases } from './store/leasing.ts';
import { limitingCases } from './store/limiting.ts';
import { modeCases } from './store/modes.ts';
import { noticeCases } from './store/notices.ts';
import { purgingCases } from './store/purging.ts';
import type { StoreRig } from './store/rig.ts';

export type { StoreRig } from './store/rig.ts';

/** A rig and how to take it away. */
export interface OpenRig extends StoreRig {
  close(): Promise<void>;
}

/** The conformance suite of `CheckoutStore`: every implementation runs it, each case on empty data. */
export function testStore(name: string, open: () => Promise<OpenRig>): void {
  describe(name, () => {
    let current: OpenRig | null = null;
    const rig = (): StoreRig => {
      if (current === null) throw new Error('Only inside a case.');
      return current;
    };
    beforeEach(async () => {
      current = await open();
      await Promise.all([current.store.ready(), current.other.ready()]);
    });
    afterEach(async () => {
      await current?.close();
      current = null;
    });

    creatingCases(rig);
    findingCases(rig);
    changingCases(rig);
    eventCases(rig);
    noticeCases(rig);
    leasingCases(rig);
    effectCases(rig);
    modeCases(rig);
    limitingCases(rig);
    purgingCases(rig);
    keepingCases(rig);
  });
}
