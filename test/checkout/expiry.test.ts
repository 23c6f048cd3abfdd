import { describe, expect, it } from 'vitest';
import { returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import { settle } from '../support/fakeClock.ts';
import { type ModelFixture, modelFixture, SHOP } from '../support/modelFixture.ts';

/*
 * The two minutes run out in each state of the checkout. Time is counted from the moment the session was asked for; a
 * customer whose clock is wrong sees the same.
 */

const LIFE_MS = 120_000;
const wait = (afterMs: number) => ({
  status: 409,
  body: { code: 'session_in_progress', retryAfterMs: afterMs },
});

interface Row {
  /** Brings the model into the state; all of it within a minute of its two. */
  reach: (at: ModelFixture) => Promise<void>;
  /** Two seconds after the end. */
  after: string;
  /** Whether the shop's server was asked in these two seconds. */
  asks?: boolean;
  /** Whether the customer and the shop were told of the last minute. */
  counts: boolean;
  /** What the customer does then, and where that leads. */
  goOn?: (at: ModelFixture) => Promise<void> | void;
  last?: string;
}

const visit = async (at: ModelFixture) => {
  await at.load();
  at.window.emit('blur');
};
const returned = async (at: ModelFixture) => {
  await at.load();
  at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
};
/** Another tab says that it shows the session's page. */
const hearOtherTab = (at: ModelFixture) =>
  (at.channel as never as { onmessage(event: { data: string }): void }).onmessage({ data: 'here s1' });
const silentChannel = () => ({ postMessage() {}, close() {} }) as never as BroadcastChannel;

const ROWS: Record<string, Row> = {
  'creating: counts from the request that was answered, not from the first one': {
    reach: (at) => at.start(wait(50_000), wait(80_000), at.session(1)),
    after: 'creating',
    asks: false,
    counts: false,
    goOn: async (at) => {
      await at.time().advance(10_000);
      at.model.frameLoaded();
      await at.time().advance(59_000);
    },
    last: 'paying 1',
  },
  'loading, slow: renewed, and the new page has its own eight seconds': {
    reach: async (at) => {
      await at.start(at.session(1), at.session(2));
      await at.time().advance(9_000);
      expect(at.model.state.peek().slow).toBe(true);
    },
    after: 'loading 2',
    counts: false,
    goOn: (at) => expect(at.model.state.peek().slow).toBe(false),
    last: 'loading 2',
  },
  'paying: asked first, then covered; the page stays': {
    reach: visit,
    after: 'expired 1',
    asks: true,
    counts: true,
    goOn: (at) => at.model.keepPaying(),
    last: 'paying 1',
  },
  'paying, and the money is on its way: not disturbed': {
    reach: async (at) => {
      await at.load();
      at.reply = { status: 'pending' };
    },
    after: 'paying 1',
    asks: true,
    counts: true,
  },
  'paying, and a voucher’s number stands in the page: no clock, no question': {
    reach: async (at) => {
      await visit(at);
      const { origin } = new URL(at.model.state.peek().frameUrl);
      at.window.message({ ns: 'hpp-checkout', v: 1, type: 'issued' }, origin, at.frame);
    },
    after: 'paying 1',
    asks: true,
    counts: false,
  },
  'paying, a voucher’s number in the page, and the server says dead': {
    reach: async (at) => {
      await visit(at);
      const { origin } = new URL(at.model.state.peek().frameUrl);
      at.window.message({ ns: 'hpp-checkout', v: 1, type: 'issued' }, origin, at.frame);
      at.reply = { status: 'expired' };
    },
    after: 'expired 1',
    counts: false,
  },
  'paying, and the server says dead: nothing to keep': {
    reach: async (at) => {
      await at.load();
      at.window.emit('blur');
      await at.time().advance(30_000);
      at.reply = { status: 'expired' };
    },
    after: 'expired 1',
    counts: false,
    goOn: (at) => at.model.keepPaying(),
    last: 'expired 1',
  },
  'offline: nothing is torn down; asked when the network is back': {
    reach: async (at) => {
      await visit(at);
      at.setOnline(false);
    },
    after: 'paying 1',
    asks: false,
    counts: true,
    goOn: async (at) => {
      at.setOnline(true);
      await at.time().advance(0);
    },
    last: 'expired 1',
  },
  'asked whether they mean to leave: the question stands, and "keep paying" leads to the next one': {
    reach: async (at) => {
      await visit(at);
      at.model.close();
    },
    after: 'confirmingClose 1',
    asks: true,
    counts: true,
    goOn: async (at) => {
      at.model.stay();
      await at.time().advance(0);
    },
    last: 'expired 1',
  },
  'closing: the close goes on': {
    reach: async (at) => {
      await at.load();
      at.setOnline(false);
      await at.time().advance(119_500);
      at.model.closeNow();
    },
    after: 'closing 1',
    asks: false,
    counts: true,
    goOn: (at) => at.time().advance(1_000),
    last: 'closed, closed',
  },
  'open in another tab, never shown here: a look; "pay here" gets a fresh page': {
    reach: async (at) => {
      at.channel = silentChannel();
      let arrive = (_: ReturnType<ModelFixture['session']>) => {};
      await at.start(new Promise((resolve) => (arrive = resolve)), at.session(2));
      hearOtherTab(at);
      arrive(at.session(1));
      await settle();
    },
    after: 'openInAnotherTab',
    asks: true,
    counts: false,
    goOn: async (at) => {
      at.model.keepPaying();
      await settle();
    },
    last: 'loading 2',
  },
  'open in another tab, covered here: a look; "pay here" asks, since the page is too old': {
    reach: async (at) => {
      at.channel = silentChannel();
      await visit(at);
      hearOtherTab(at);
    },
    after: 'openInAnotherTab 1',
    asks: true,
    counts: false,
    goOn: async (at) => {
      at.model.keepPaying();
      await at.time().advance(0);
    },
    last: 'expired 1',
  },
  'confirming: the payment is over, whatever its page is': {
    reach: async (at) => {
      at.config = { ...at.config, timeouts: { ...at.config.timeouts, confirm: 300_000 } };
      await returned(at);
    },
    after: 'confirming 1',
    asks: true,
    counts: false,
    goOn: async (at) => {
      at.reply = { status: 'completed' };
      await at.time().advance(10_000);
    },
    last: 'closed, completed',
  },
  'renewing: the old page stays until the new one is here': {
    reach: async (at) => {
      at.config = { ...at.config, timeouts: { ...at.config.timeouts, session: 300_000 } };
      await at.load();
      let arrive = (_: ReturnType<ModelFixture['session']>) => {};
      at.answers = [new Promise((resolve) => (arrive = resolve))];
      at.model.startAgain();
      at.window.setTimeout(() => arrive(at.session(2, { expiresInMs: 300_000 })), 125_000);
    },
    after: 'renewing 1',
    asks: true,
    counts: false,
    goOn: (at) => at.time().advance(4_000),
    last: 'loading 2',
  },
  'failed: the end is the end': {
    reach: async (at) => {
      await at.load();
      at.reply = { status: 'failed' };
      await at.time().advance(5_000);
    },
    after: 'ended, failed',
    asks: false,
    counts: false,
  },
};

/** The phase, whose page stands in the frame, and the outcome if there is one. */
function seen(at: ModelFixture): string {
  const { ending, phase } = at.model.state.peek();
  const page = at.model.state.peek().frameUrl.split('/').at(-1);
  return `${phase}${page ? ` ${page}` : ''}${ending && 'outcome' in ending ? `, ${ending.outcome}` : ''}`;
}

describe.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
  ['a day behind', -86_400_000],
])('the two minutes run out, on a clock that is %s', (_clock, skew) => {
  const at = modelFixture();

  it.each(Object.entries(ROWS))('%s', async (_name, row) => {
    at.time().wallOffset += skew;
    await row.reach(at);
    await at.time().advance(LIFE_MS - 1 - at.time().monotonic());
    at.asked = [];
    await at.time().advance(2_001);
    expect(seen(at)).toBe(row.after);
    if (row.asks !== undefined) expect(at.asked.length > 0, 'asks').toBe(row.asks);
    expect(
      at.events.some(({ type }) => type === 'expiring'),
      'counts',
    ).toBe(row.counts);
    await row.goOn?.(at);
    if (row.last !== undefined) expect(seen(at)).toBe(row.last);
  });
});
