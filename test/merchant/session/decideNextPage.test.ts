import { describe, expect, it } from 'vitest';
import type { GatewayState } from '../../../src/merchant/poll/gatewayState.ts';
import { decideNextPage, type PageDecision } from '../../../src/merchant/session/decideNextPage.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

const wanted = { amount: '49.90', currency: 'EUR', transactionType: 'PURC', test: true } as const;
const decide = (
  session: Partial<SessionRecord>,
  now: number,
  gatewayState?: GatewayState,
  order = {},
  profile = {},
) =>
  decideNextPage({
    session: sessionRecord(session),
    wanted: { ...wanted, ...order },
    now,
    reusablePageMs: 20_000,
    creationMs: 15_000,
    pendingHoldMs: 900_000,
    declineEndsPage: false,
    ...(gatewayState === undefined ? {} : { gatewayState }),
    ...profile,
  });

const reuse = { kind: 'reuse' };
const poll = { kind: 'poll' };
const replace = { kind: 'replace' };
const create = { kind: 'create' };
const wait = (ms: number) => ({ kind: 'wait', ms });
const gone = { status: 'expired', redirectUrl: null } as const;
const back = { returnedAt: 30_000, sentBackAt: 30_000, status: 'pending' } as const;
const visited = { returnedAt: 30_000, status: 'pending' } as const;
const ends = { declineEndsPage: true };

type Row = [
  what: string,
  session: Partial<SessionRecord>,
  now: number,
  gatewayState: GatewayState | undefined,
  want: PageDecision | object,
  order?: object,
  profile?: object,
];
const rows: Row[] = [
  ['paid', { status: 'completed' }, 1_000, undefined, { kind: 'completed' }],
  [
    'paid, and an answer without the sum',
    { status: 'completed' },
    1_000,
    'unconfirmed',
    { kind: 'completed' },
  ],
  ['open, and nobody has its address', { redirectUrl: null }, 30_000, undefined, poll],
  [
    'being made by a concurrent request',
    { status: 'creating', redirectExpiresAt: null },
    5_000,
    undefined,
    wait(10_000),
  ],
  [
    'left behind by a request that has ended',
    { status: 'creating', redirectExpiresAt: null },
    15_000,
    undefined,
    replace,
  ],

  ['open and long dead, paid by an answer without the sum', back, 400_000, 'unconfirmed', wait(5_000)],
  ['called expired, paid by an answer without the sum', gone, 400_000, 'unconfirmed', wait(5_000)],
  ['open and young: second click, second tab', {}, 30_000, undefined, reuse],
  ['open with exactly 20 s left', {}, 100_000, undefined, reuse],
  ['open with less than 20 s left', {}, 100_001, undefined, poll],
  [
    'open, and the customer was sent back',
    { returnedAt: 30_000, sentBackAt: 30_000 },
    31_000,
    undefined,
    poll,
  ],
  ['T61 open, and somebody opened the return page', { returnedAt: 30_000 }, 31_000, undefined, reuse],
  ['T61 shown as pending since somebody opened the return page', visited, 31_000, undefined, reuse],
  [
    'T61 asked: pending, page dead, and somebody had opened the return page',
    visited,
    122_000,
    'pending',
    replace,
  ],
  ['open for another amount', {}, 30_000, undefined, poll, { amount: '50.00' }],
  ['open for another currency', {}, 30_000, undefined, poll, { currency: 'USD' }],
  ['open for another transaction type', {}, 30_000, undefined, poll, { transactionType: 'AUTH' }],
  ['a test page for a live order (T3)', {}, 30_000, undefined, poll, { test: false }],
  ['pending', back, 31_000, undefined, poll],

  ['asked: no answer, page alive', {}, 110_000, 'unreachable', { kind: 'unreachable' }],
  ['asked: no answer, page dead', {}, 200_000, 'unreachable', { kind: 'unreachable' }],
  [
    'asked: pending, page alive: renewal before load with little life left',
    {},
    110_000,
    'pending',
    wait(12_000),
  ],
  ['asked: pending, page alive for another amount', {}, 30_000, 'pending', wait(92_000), { amount: '50.00' }],
  ['asked: not known, page alive', {}, 110_000, 'not_found', wait(12_000)],
  ['asked: a word we do not know, page alive', {}, 110_000, 'unknown', wait(12_000)],
  ['asked: pending, dead by our record but not yet surely by the gateway', {}, 121_999, 'pending', wait(1)],
  ['asked: pending, page dead', {}, 122_000, 'pending', replace],
  ['asked: not known, page dead', {}, 122_000, 'not_found', replace],
  ['asked: pending after the customer came back: a voucher', back, 122_000, 'pending', wait(60_000)],
  ['asked: a word we do not know, after the customer came back', back, 122_000, 'unknown', wait(60_000)],
  ['asked: pending after the customer came back, hold nearly over', back, 929_000, 'pending', wait(5_000)],
  ['asked: pending after the customer came back, hold over', back, 930_000, 'pending', replace],

  ['asked: not known after the customer came back, page dead', back, 122_000, 'not_found', replace],
  ['asked: declined after the customer came back, page dead', back, 122_000, 'declined', replace],

  ['T62 declined, page alive: asked first', { status: 'failed' }, 60_000, undefined, poll],
  ['T62 declined, asked, page alive', { status: 'failed' }, 60_000, 'declined', wait(62_000)],
  ['cancelled by its customer, asked, page alive', { status: 'failed' }, 60_000, 'cancelled', create],
  [
    'T62 declined, gateway does not answer, page alive',
    { status: 'failed' },
    60_000,
    'unreachable',
    wait(62_000),
  ],
  [
    'T62 declined, asked, page perhaps alive at the gateway',
    { status: 'failed' },
    121_999,
    'declined',
    wait(1),
  ],
  ['T62 declined, asked, page dead', { status: 'failed' }, 122_000, 'declined', create],
  ['T62 declined, gateway does not answer, page dead', { status: 'failed' }, 122_000, 'unreachable', create],
  [
    'T62 declined before a page was recorded',
    { status: 'failed', redirectExpiresAt: null },
    1_000,
    undefined,
    create,
  ],
  [
    'G23 declined, young, not asked since: a decline ends the page',
    { status: 'failed' },
    60_000,
    undefined,
    poll,
    {},
    ends,
  ],
  [
    'G23 declined, asked: a decline ends the page',
    { status: 'failed' },
    60_000,
    'declined',
    create,
    {},
    ends,
  ],
  ['expired by the gateway’s own word, asked', gone, 60_000, 'expired', create],
  ['declined long ago', { status: 'failed' }, 900_001, undefined, create],
  [
    'declined, asked after its page died',
    { status: 'failed', checkedAt: 123_000 },
    130_000,
    undefined,
    create,
  ],
  [
    'declined, asked before its page died',
    { status: 'failed', checkedAt: 119_000 },
    130_000,
    undefined,
    poll,
  ],
  ['expired, asked as soon as it had', { ...gone, checkedAt: 122_000 }, 130_000, undefined, create],
  ['expired, asked just before', { ...gone, checkedAt: 121_999 }, 130_000, undefined, poll],
  ['expired a quarter of an hour ago, never asked', gone, 900_000, undefined, poll],
  ['expired, asked since', { ...gone, checkedAt: 125_000 }, 130_000, undefined, create],
  ['expired, never asked', gone, 130_000, undefined, poll],
  ['never opened', { ...gone, redirectExpiresAt: null }, 1_000, undefined, create],
  ['unresolved after a week', { status: 'unresolved' }, 604_800_000, undefined, create],
];

describe('decideNextPage: may an order get another page?', () => {
  for (const [what, session, now, gatewayState, want, order, profile] of rows) {
    it(`T10 ${what}`, () => {
      expect(decide(session, now, gatewayState, order, profile)).toEqual(want);
    });
  }

  it('T10 never makes a second page while the first lives, whatever the gateway said of it', () => {
    const words: GatewayState[] = ['pending', 'unknown', 'not_found', 'unreachable', 'declined', 'failed'];
    for (const status of ['open', 'pending', 'failed'] as const) {
      for (const gatewayState of [undefined, ...words]) {
        for (let now = 0; now < 122_000; now += 1_000) {
          expect(['replace', 'create']).not.toContain(decide({ status }, now, gatewayState).kind);
        }
      }
    }
  });
});
