import { changingCases } from './cases/changing.ts';
import { claimingCases } from './cases/claiming.ts';
import { creatingCases } from './cases/creating.ts';
import { eventCases } from './cases/events.ts';
import { findingCases } from './cases/finding.ts';
import { fulfilmentCases } from './cases/fulfilments.ts';
import { holdingCases } from './cases/holding.ts';
import { inboxCases } from './cases/inbox.ts';
import { keepingCases } from './cases/keeping.ts';
import { leasingCases } from './cases/leasing.ts';
import { limitingCases } from './cases/limiting.ts';
import { listingCases } from './cases/listing.ts';
import { modeCases } from './cases/modes.ts';
import { purgingCases } from './cases/purging.ts';
import { releaseCases } from './cases/releases.ts';
import { revokingCases } from './cases/revoking.ts';
import type { StoreFixture } from './fixture.ts';
import { globalRunner, type TestRunner } from './runner.ts';

/** A store with empty data, and how to take it away. */
export interface OpenStore extends Omit<StoreFixture, 'other'> {
  /** Another instance on the same data, as a second server would have. Without one the store is its own. */
  readonly other?: StoreFixture['other'];
  /** Called when the case is over, however it ended. */
  close?(): Promise<void>;
}

/** How the suite is run. */
export interface TestCheckoutStoreOptions {
  /** Name of the suite. Default `'CheckoutStore'`. */
  name?: string;
  /** Default: the globals `describe` and `it`. */
  runner?: TestRunner;
}

const SUITES = [
  creatingCases,
  findingCases,
  changingCases,
  claimingCases,
  eventCases,
  inboxCases,
  leasingCases,
  fulfilmentCases,
  releaseCases,
  modeCases,
  limitingCases,
  listingCases,
  revokingCases,
  holdingCases,
  purgingCases,
  keepingCases,
];

/**
 * The conformance suite of `CheckoutStore`: what the handler relies on, in some hundred cases, each on empty data. The stores
 * of this package run it, and so can yours, under Vitest, Jest or node:test.
 *
 * @param open gives a store with empty data: called once a case, one case at a time.
 * @throws Error when there are no global `describe` and `it`, and none are given.
 * @example
 * testCheckoutStore(openMyStore, { name: 'my store', runner: { describe, it } });
 */
export function testCheckoutStore(
  open: () => OpenStore | Promise<OpenStore>,
  { name = 'CheckoutStore', runner = globalRunner() }: TestCheckoutStoreOptions = {},
): void {
  let current: StoreFixture | null = null;
  const fixture = (): StoreFixture => {
    if (current === null) throw new Error('Only inside a case.');
    return current;
  };
  // No hooks: runners do not agree on which of them reach into a suite within a suite.
  const it: TestRunner['it'] = (title, test) =>
    runner.it(title, async () => {
      const opened = await open();
      const { store, other = store } = opened;
      try {
        await Promise.all([store.ready(), other.ready()]);
        current = { store, other, advance: (ms) => opened.advance(ms) };
        await test();
      } finally {
        current = null;
        await opened.close?.();
      }
    });
  const describe: TestRunner['describe'] = (title, define) => runner.describe(title, define);
  describe(name, () => {
    for (const suite of SUITES) suite({ describe, it }, fixture);
  });
}
