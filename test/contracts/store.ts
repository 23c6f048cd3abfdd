import { afterEach, beforeEach, describe } from 'vitest';
import { changingCases } from './store/changing.ts';
import { creatingCases } from './store/creating.ts';
import { eventCases } from './store/events.ts';
import { findingCases } from './store/finding.ts';
import type { StoreFixture } from './store/fixture.ts';
import { fulfilmentCases } from './store/fulfilments.ts';
import { inboxCases } from './store/inbox.ts';
import { keepingCases } from './store/keeping.ts';
import { leasingCases } from './store/leasing.ts';
import { limitingCases } from './store/limiting.ts';
import { modeCases } from './store/modes.ts';
import { purgingCases } from './store/purging.ts';

export type { StoreFixture } from './store/fixture.ts';

/** A fixture and how to take it away. */
export interface OpenFixture extends StoreFixture {
  close(): Promise<void>;
}

/** The conformance suite of `CheckoutStore`: every implementation runs it, each case on empty data. */
export function testStore(name: string, open: () => Promise<OpenFixture>): void {
  describe(name, () => {
    let current: OpenFixture | null = null;
    const fixture = (): StoreFixture => {
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

    creatingCases(fixture);
    findingCases(fixture);
    changingCases(fixture);
    eventCases(fixture);
    inboxCases(fixture);
    leasingCases(fixture);
    fulfilmentCases(fixture);
    modeCases(fixture);
    limitingCases(fixture);
    purgingCases(fixture);
    keepingCases(fixture);
  });
}
