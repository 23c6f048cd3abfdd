import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { type HandlerHarness, handlerHarness } from '../../support/handlerHarness.ts';

const LIFETIME = 120_000;
const ends = { profile: defineProfile({ redirect: { declineEndsPage: true } }) };
const problemOf = async (response: Response) => ({ status: response.status, ...(await response.json()) });

async function declined(harness: HandlerHarness): Promise<string> {
  const id = await harness.session();
  harness.gateway.set({ Status: 'Declined' });
  await harness.notify();
  expect((await harness.record(id)).status).toBe('failed');
  return id;
}

describe('T62 after a decline', () => {
  it('the order waits for the end of the old address, and is told how long', async () => {
    const harness = handlerHarness();
    const old = await declined(harness);
    harness.advance(50_000);
    const answer = await problemOf(await harness.open());
    expect(answer).toMatchObject({ status: 409, code: 'session_in_progress', sessionId: old });
    expect(answer.retryAfterMs).toBe(LIFETIME + 2_000 - 50_000 + 250);
    harness.advance(answer.retryAfterMs);
    expect((await harness.open()).status).toBe(201);
    expect(harness.gateway.created).toHaveLength(2);
  });

  it('a wait that is short is waited', async () => {
    const harness = handlerHarness();
    await declined(harness);
    harness.advance(LIFETIME);
    expect((await harness.open()).status).toBe(201);
    expect(harness.gateway.created).toHaveLength(2);
  });

  it('G23 a profile whose declines end the page gets a new one at once', async () => {
    const harness = handlerHarness({ gateway: ends });
    await declined(harness);
    expect((await harness.open()).status).toBe(201);
  });

  it('that the status call told, another tab waits too', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.gateway.set({ Status: 'Failed' });
    harness.advance(5_000);
    expect((await harness.status(old)).status).toBe('failed');
    expect(await problemOf(await harness.open())).toMatchObject({
      code: 'session_in_progress',
      sessionId: old,
    });
  });

  it('a page that its customer cancelled is over: a new one at once', async () => {
    const harness = handlerHarness();
    const old = await harness.session();
    harness.gateway.set({ Status: 'Cancelled' });
    await harness.notify();
    expect((await harness.record(old)).status).toBe('failed');
    expect(await harness.session()).not.toBe(old);
    harness.gateway.set({ Status: 'Cancelled' });
    await harness.notify();
    expect((await harness.open()).status).toBe(201);
  });

  it('a second try on the old page is found: the order is paid, once', async () => {
    const harness = handlerHarness();
    const old = await declined(harness);
    harness.gateway.pay();
    expect(await problemOf(await harness.open())).toMatchObject({
      code: 'already_completed',
      sessionId: old,
    });
    await harness.drain();
    expect(harness.payments).toHaveLength(1);
  });

  it('that came and went while another request was about to make a page, none is made beside it', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isFirst = true;
    const harness = handlerHarness({
      wrap: (store) => ({
        ...store,
        async createSession(...given) {
          if (isFirst) {
            isFirst = false;
            await held;
          }
          return store.createSession(...given);
        },
      }),
    });
    const slow = harness.open();
    const quick = await declined(harness);
    release();
    expect(await problemOf(await slow)).toMatchObject({ code: 'session_in_progress', sessionId: quick });
    expect(harness.gateway.created).toHaveLength(1);
  });
});

type Step = readonly [what: string, amount: number];
const steps = fc.array(
  fc.tuple(
    fc.constantFrom(
      'open',
      'open',
      'open twice',
      'decline',
      'decline and notify',
      'cancel',
      'visit',
      'come back',
      'poll',
      'sweep',
      'down',
      'up',
      'advance',
      'advance',
    ),
    fc.integer({ min: 1, max: 70_000 }),
  ),
  { minLength: 3, maxLength: 25 },
);

/** Plays the steps, and says after each how many addresses that were handed out can be paid. */
async function play(sequence: readonly Step[], declineEndsPage: boolean): Promise<number[]> {
  const harness = handlerHarness({
    gateway: declineEndsPage ? ends : {},
    handler: { limits: { sessionsPerOrder: 1e6, sessionsPerOrderInTotal: 1e6 } },
  });
  const bornAt = new Map<string, number>();
  harness.gateway.before.create = ({ uniqueReference = '' }) => bornAt.set(uniqueReference, harness.now());
  const handedOut = new Set<string>();
  let last: string | undefined;

  const open = async () => {
    const response = await harness.open();
    if (response.status !== 201) return;
    const { redirectUrl, sessionId } = (await response.json()) as { redirectUrl: string; sessionId: string };
    handedOut.add(redirectUrl);
    last = sessionId;
  };
  const set = (Status: string) => {
    const latest = [...harness.gateway.ledger.values()].at(-1);
    // A page that was cancelled stays so.
    if (latest !== undefined && latest.fields.Status !== 'Cancelled') harness.gateway.set({ Status });
  };
  const act: Record<string, (amount: number) => unknown> = {
    open,
    'open twice': () => Promise.all([open(), open()]),
    decline: () => set('Declined'),
    cancel: () => set('Cancelled'),
    'decline and notify': async () => {
      set('Declined');
      if (harness.gateway.ledger.size > 0) await harness.notify();
    },
    visit: () => last && harness.get(`/return/${last}/success`),
    'come back': () => last && harness.comeBack(last),
    poll: () => last && harness.get(`/session/${last}`),
    sweep: () => harness.handler.sweep(),
    down: (amount) => harness.gateway.down.add(amount % 2 ? 'create' : 'retrieve'),
    up: () => harness.gateway.down.clear(),
    advance: (amount) => harness.advance(amount),
  };
  const payable = () =>
    [...harness.gateway.ledger.entries()].filter(([unique, { fields }]) => {
      const ended = fields.Status === 'Cancelled' || (declineEndsPage && fields.Status !== 'PENDING');
      const address = `https://pay.example/page/${fields.TransactionToken}`;
      return handedOut.has(address) && !ended && harness.now() < (bornAt.get(unique) ?? 0) + LIFETIME;
    }).length;

  const counts: number[] = [];
  for (const [what, amount] of sequence) {
    await act[what]?.(amount);
    counts.push(payable());
  }
  await harness.drain();
  return counts;
}

describe('T62 whatever order events come in', () => {
  for (const declineEndsPage of [false, true]) {
    it(`never two addresses of one order can be paid; a decline ${declineEndsPage ? 'ends' : 'does not end'} the page`, async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (sequence) => {
          expect(Math.max(...(await play(sequence, declineEndsPage)))).toBeLessThanOrEqual(1);
        }),
        { numRuns: 150, seed: 62 },
      );
    });
  }

  it('and pages are made, so that the above says something', async () => {
    expect(await play([['open', 1]], false)).toEqual([1]);
    const again: Step[] = [
      ['open', 1],
      ['decline and notify', 1],
      ['open', 1],
      ['advance', 70_000],
      ['advance', 60_000],
      ['open', 1],
    ];
    expect(await play(again, false)).toEqual([1, 1, 1, 1, 0, 1]);
    expect(await play(again, true)).toEqual([1, 0, 1, 1, 0, 1]);
  });
});
