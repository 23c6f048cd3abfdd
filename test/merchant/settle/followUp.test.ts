import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '../../../src/merchant/poll/gatewayPoll.ts';
import { detailsDueAt, followUp, lapseDueAt, nextFollowUpAt } from '../../../src/merchant/settle/followUp.ts';
import { nextPollAfterOutage } from '../../../src/merchant/settle/schedule.ts';
import type { SessionRecord } from '../../../src/merchant/store/contract.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import { modeStore } from '../../../src/merchant/store/modeStore.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * What follows on a fulfilled payment: details that no notification brought, and the end of an authorisation.
 */

const PAID = 100_000;
const times = { awaitsDetails: true, detailsTimeoutMs: 900_000, authorisationPeriodMs: 5_000_000 };
const DETAILS = PAID + times.detailsTimeoutMs;
const LAPSE = PAID + times.authorisationPeriodMs;
const bought = sessionRecord({ status: 'completed', redirectUrl: null, paidAt: PAID });
const held: SessionRecord = { ...bought, transactionType: 'AUTH' };

describe('when a paid session is due again', () => {
  it.each<[Partial<SessionRecord>, details: number | null, lapse: number | null]>([
    [{}, DETAILS, null],
    [{ transactionType: 'AUTH' }, DETAILS, LAPSE],
    [{ details: 'status' }, null, null],
    [{ details: 'missing', transactionType: 'AUTH' }, null, LAPSE],
    [{ transactionType: 'AUTH', checkedAt: LAPSE - 1 }, DETAILS, LAPSE],
    [{ transactionType: 'AUTH', checkedAt: LAPSE }, DETAILS, null],
    [{ transactionType: 'AUTH', paidAt: null }, null, null],
  ])('%j: for its details at %s, for its authorisation at %s', (change, details, lapse) => {
    const session = { ...bought, ...change };
    expect([detailsDueAt(session, times), lapseDueAt(session, times)]).toEqual([details, lapse]);
    expect(nextFollowUpAt(session, times)).toBe(details ?? lapse);
    expect(detailsDueAt(session, { ...times, awaitsDetails: false })).toBeNull();
  });
});

describe('what is then done', () => {
  async function run(
    session: SessionRecord,
    now: number,
    answer: GatewayAnswer | null,
    {
      delivered = { delivered: true } as object,
      awaitsDetails = true,
      isLate = false,
      isGone = false,
      times: given = times,
    } = {},
  ) {
    const store = modeStore(memoryStore({ now: () => now }), true);
    await store.createSession(session, [], now);
    const steps: unknown[] = [];
    const next = await followUp(
      {
        store: {
          ...store,
          ...(isGone && { getSession: async () => null }),
          async change(change) {
            const result = await store.change(change);
            // A notification's details are delivered right after the status answer was written.
            if (isLate && change.version === 1) {
              const next = { ...change.next, details: 'notification' as const };
              await store.change({ id: change.id, version: 2, next, events: [] });
            }
            return result;
          },
        },
        clock: async () => now,
        emit: (events) => void steps.push(...events.map(({ type, data }) => [type, data])),
        decimals: undefined,
        times: { ...given, awaitsDetails },
        gatewayPoll: {
          pollUnlessDown: async ({ id }) => {
            steps.push(['poll', id]);
            return answer;
          },
        },
        deliverDetails: async (...details) => {
          steps.push(['deliver', ...details]);
          return delivered as never;
        },
      },
      session,
    );
    return { next, steps, record: (await store.getSession(session.id))?.value };
  }
  const told = (state: string, change: object = {}): GatewayAnswer => {
    const { pspId, uniqueReference, orderReference } = bought;
    const names = { pspId, uniqueReference, orderReference, amount: '49.90', currency: 'EUR', isTest: true };
    const details = { state, status: state, cardToken: 'token-1234', ...names, ...change } as never;
    return {
      gatewayState: state as never,
      evidence: { kind: 'transaction', source: 'status', details, test: true },
    };
  };
  const polled = ['poll', bought.id];
  const missing = (gatewayState: string) => ['card_token_missing', { gatewayState }];

  it('nothing before its time, and nothing where nothing is due', async () => {
    expect(await run(bought, DETAILS - 1, null)).toMatchObject({ next: DETAILS, steps: [] });
    expect(await run({ ...bought, details: 'status' }, DETAILS, null)).toMatchObject({
      next: null,
      steps: [],
    });
  });

  it.each([[null], [{ gatewayState: 'unreachable', evidence: null } as const]])(
    'F40 asked again soon where the gateway does not answer: %j',
    async (answer) => {
      const { next, steps, record } = await run(bought, DETAILS, answer);
      expect(next).toBe(nextPollAfterOutage(bought, DETAILS));
      expect([steps, record]).toEqual([[polled], bought]);
    },
  );

  it('the details are delivered where the answer has the token', async () => {
    const answer = told('processed');
    const { next, steps, record } = await run(held, DETAILS, answer);
    expect(next).toBe(LAPSE);
    const after = { ...held, checkedAt: DETAILS, checks: 1 };
    const details = (answer.evidence as { details: object }).details;
    expect(steps).toEqual([polled, ['deliver', after, details, 'status']]);
    expect(record).toEqual(after);
  });

  it('F45 and again later where the shop did not take them', async () => {
    const delivered = { delivered: false, attempts: 3 };
    expect((await run(bought, DETAILS, told('processed'), { delivered })).next).toBe(DETAILS + 8_000);
    const many = { delivered: false, attempts: 20 };
    const late = { ...held, paidAt: DETAILS - times.authorisationPeriodMs + 60_000 };
    expect((await run(late, DETAILS, told('processed'), { delivered: many })).next).toBe(DETAILS + 60_000);
  });

  it.each([
    ['has no token', told('processed', { cardToken: null })],
    ['is of another payment', told('processed', { pspId: '850908' })],
    ['knows no such payment', { gatewayState: 'not_found', evidence: null } as const],
  ])('they are called missing, with an alert, where the answer %s', async (_what, answer) => {
    const { next, steps, record } = await run(held, DETAILS, answer);
    expect(next).toBe(LAPSE);
    expect(record).toMatchObject({ details: 'missing', checks: 1 });
    expect(steps.at(-1)).toEqual(missing(answer.gatewayState));
    expect(steps.map((step) => (step as unknown[])[0])).not.toContain('deliver');
  });

  it('nor are they missing where a notification brings them at that moment', async () => {
    const { steps, record } = await run(bought, DETAILS, told('processed', { cardToken: null }), {
      isLate: true,
    });
    expect(record).toMatchObject({ details: 'notification', checks: 1 });
    expect(steps).toEqual([polled]);
  });

  it('S147 details that are not due yet are not missing when the authorisation is asked about', async () => {
    const early = { ...held, checkedAt: null, paidAt: PAID };
    const soon = { ...times, detailsTimeoutMs: times.authorisationPeriodMs + 60_000 };
    const { next, steps, record } = await run(early, LAPSE, told('processed'), { times: soon });
    expect(next).toBe(LAPSE + 60_000);
    expect(steps).toEqual([polled]);
    expect(record).toEqual({ ...early, checkedAt: LAPSE, checks: 1 });
  });

  it('a session that is gone by then is judged by what is known of it', async () => {
    const { next, steps } = await run(held, DETAILS, told('processed', { cardToken: null }), {
      isGone: true,
    });
    expect([next, steps]).toEqual([LAPSE, [polled]]);
  });

  it('S147 an authorisation that has run out is told of, and its details wait for nobody', async () => {
    const waiting = { ...held, details: 'notification' as const };
    const { next, steps, record } = await run(waiting, LAPSE, told('lapsed'));
    expect(next).toBeNull();
    expect(steps).toEqual([
      polled,
      ['lapsed', { source: 'status', state: 'lapsed', gatewayStatus: 'lapsed' }],
    ]);
    expect(record).toEqual({ ...waiting, checkedAt: LAPSE, checks: 1 });
    expect((await run(held, LAPSE, told('processed'), { awaitsDetails: false })).next).toBeNull();
  });
});
