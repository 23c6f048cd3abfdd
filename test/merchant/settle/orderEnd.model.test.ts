import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckoutHandler, PaymentContext } from '../../../src/merchant/options.ts';
import { PAGE_ENDED_MS } from '../../../src/merchant/record/pageLife.ts';
import { handlerHarness } from '../../support/handlerHarness.ts';
import { mortalStore } from '../../support/mortalStore.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The last poll about a page (`src/merchant/settle/schedule.ts`): what is paid later, a webhook tells of, or nobody. */
const LAST_POLL_MS = 7 * DAY;
/** The poll that finds such a status of a page that nobody can pay any more is the last one, too. */
const FINAL = ['Expired', 'Declined'];

/** What may happen to one order, in any order and as often as it likes. */
type Step =
  | { does: 'open' | 'sweep' | 'return' | 'other process' }
  | { does: 'wait'; minutes: number }
  | { does: 'gateway' | 'notify'; says: 'Processed' | 'Declined' | 'Expired' | 'PENDING'; page: number }
  | { does: 'crash'; call: number; when: 'before' | 'after' };

const page = fc.nat({ max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step[]>({ does: 'open' }, { does: 'return' }, { does: 'other process' }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ does: 'sweep' }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 3, 16, 40, 1_500, 11_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('gateway' as const, 'notify' as const),
      // Money comes, and seldom.
      says: fc.constantFrom(
        'Expired' as const,
        'Expired' as const,
        'Declined' as const,
        'PENDING' as const,
        'Processed' as const,
      ),
      page,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('crash' as const),
      call: fc.integer({ min: 1, max: 14 }),
      when: fc.constantFrom('before' as const, 'after' as const),
    }),
  },
);

interface Call {
  hook: string;
  key: string;
  late: boolean;
}

/** Runs the steps, lets the months pass, and says what does not hold. */
async function liveThrough(steps: readonly Step[]): Promise<string[]> {
  const calls: Call[] = [];
  const note =
    (hook: string) =>
    (news: object, { idempotencyKey }: PaymentContext) =>
      void calls.push({ hook, key: idempotencyKey, late: 'late' in news });
  const harness = handlerHarness({
    handler: {
      onPayment: note('onPayment'),
      onLatePayment: note('onLatePayment'),
      onUnpaid: note('onUnpaid'),
      onPending: note('onPending'),
      limits: { sessionsPerAddress: 1e9, sessionsPerOrder: 1e9, sessionsPerOrderInTotal: 1e9 },
    },
  });
  const { gateway, store } = harness;
  let running: CheckoutHandler = harness.anotherProcess();
  const sessions: string[] = [];
  let passed = 0;
  /** When each page was first there to be paid. */
  const openedAt = new Map<string, number>();
  const isPolled = (index: number) => {
    const unique = [...gateway.ledger.keys()][index] ?? '';
    const age = passed - (openedAt.get(unique) ?? passed);
    const isFinal = FINAL.includes(String(gateway.ledger.get(unique)?.fields.Status));
    return age <= LAST_POLL_MS && !(isFinal && age >= PAGE_ENDED_MS);
  };
  /** A gateway that has taken the money never says otherwise. */
  const say = (says: string, index: number): string | undefined => {
    const unique = [...gateway.ledger.keys()][index];
    if (unique === undefined) return undefined;
    const isPaid = gateway.ledger.get(unique)?.fields.Status === 'Processed';
    if (says === 'Processed') gateway.pay(unique);
    else if (!isPaid) gateway.set({ Status: says }, unique);
    return isPaid && says !== 'Processed' ? undefined : unique;
  };

  for (const each of steps) {
    switch (each.does) {
      case 'open': {
        const response = await harness.open('A-1');
        if (response.status === 201) {
          const { sessionId } = (await response.json()) as { sessionId: string };
          if (!sessions.includes(sessionId)) sessions.push(sessionId);
        }
        break;
      }
      case 'return':
        if (sessions.length > 0) await harness.comeBack(sessions.at(-1) ?? '');
        break;
      case 'sweep':
        await running.sweep();
        break;
      case 'other process':
        running = harness.anotherProcess();
        await Promise.all([running.sweep(), harness.handler.sweep()]);
        break;
      case 'wait':
        passed += each.minutes * MINUTE;
        harness.advance(each.minutes * MINUTE);
        break;
      case 'gateway':
        if (each.says !== 'Processed' || isPolled(each.page)) say(each.says, each.page);
        break;
      case 'notify': {
        const unique = say(each.says, each.page);
        if (unique !== undefined) await harness.notify({ Status: each.says }, unique);
        break;
      }
      case 'crash': {
        const mortal = mortalStore(store, each);
        await Promise.race([harness.anotherProcess(mortal.store).sweep(), mortal.died]);
        break;
      }
    }
    await harness.drain();
    for (const unique of gateway.ledger.keys()) if (!openedAt.has(unique)) openedAt.set(unique, passed);
  }

  // In the end every page is over at the gateway.
  for (let index = 0; index < gateway.ledger.size; index++) {
    const unique = [...gateway.ledger.keys()][index];
    if (gateway.ledger.get(unique ?? '')?.fields.Status !== 'Processed') say('Expired', index);
  }
  for (let day = 0; day < 12; day++) {
    for (const minutes of [5, 20, 60, 24 * 60]) {
      harness.advance(minutes * MINUTE);
      await running.sweep();
    }
  }
  harness.advance(DAY);
  await running.sweep();

  const hooks = calls.map(({ hook }) => hook);
  const has = (hook: string) => hooks.includes(hook);
  const isPaid = [...gateway.ledger.values()].some(({ fields }) => fields.Status === 'Processed');
  const wrong: string[] = [];
  const demand = (holds: boolean, what: string) => void (holds || wrong.push(`${what}: ${hooks.join(', ')}`));
  demand(!(has('onPayment') && has('onUnpaid')), 'never both paid in time and unpaid');
  demand(!(has('onPayment') && has('onLatePayment')), 'paid once');
  demand(!has('onLatePayment') || has('onUnpaid') || isBegun(await eventsOf()), 'late after a release only');
  demand(
    calls.every(({ hook, late }) => late === (hook === 'onLatePayment')),
    'late says what it is',
  );
  const firstLate = hooks.indexOf('onLatePayment');
  demand(firstLate < 0 || hooks.lastIndexOf('onUnpaid') < firstLate, 'no release after the payment');
  demand(!isPaid || has('onPayment') || has('onLatePayment'), 'money is told of');
  demand(isPaid || sessions.length === 0 || has('onUnpaid'), 'an order that is not paid is told unpaid');
  for (const hook of new Set(hooks)) {
    const keys = new Set(calls.filter((call) => call.hook === hook).map(({ key }) => key));
    demand(hook === 'onPending' || keys.size === 1, `one key for ${hook}`);
  }
  return wrong;

  async function eventsOf() {
    const logs = await Promise.all(sessions.map((id) => store.listEvents(id)));
    return logs.flat();
  }
}

const isBegun = (events: readonly { type: string }[]) => events.some(({ type }) => type === 'order_unpaid');

describe('an order’s end, whatever happens', () => {
  it('M45 M49 is told once: paid, unpaid, or unpaid and then paid', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
        expect(await liveThrough([{ does: 'open' }, ...steps])).toEqual([]);
      }),
      { numRuns: Number(process.env.HPP_MODEL_RUNS ?? 100), interruptAfterTimeLimit: 25_000 },
    );
  });
});
