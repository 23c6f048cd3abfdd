import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutcomeUnknownError } from '../../src/gateway/errors/connectionErrors.ts';
import type { NewFault } from '../../src/sandbox/index.ts';
import { type SandboxedGateway, sandboxed } from './gatewaySandbox.ts';

/** Ways in which a payout takes effect and its answer is lost. */
const LOST: NewFault[] = [
  { do: 'reset', when: 'after' },
  { do: 'hang', when: 'after' },
  { do: 'malformed', when: 'after' },
  { do: 'empty', when: 'after' },
  { do: 'status', status: 500, when: 'after' },
  { do: 'status', status: 502, body: '<h1>Bad gateway</h1>', when: 'after' },
  { do: 'status', status: 504, when: 'after' },
  { do: 'status', status: 408, when: 'after' },
];
const PATHS = 100;

describe('T11 a payout whose answer is lost is made once', () => {
  let harness: SandboxedGateway;
  beforeAll(async () => {
    harness = await sandboxed('a socket', { midBalance: '1000000.00' }, { timeoutMs: 800, retries: 5 });
  });
  afterAll(() => harness.close());

  it(`${PATHS} of them: one in the ledger each, and recover() finds it`, async () => {
    const gateway = harness.client();
    const { cardToken } = await gateway.cards.tokenise({
      cardHolderName: 'Ada Lovelace',
      cardNumber: '4242424242424242',
      expMonth: '12',
      expYear: '2040',
    });
    for (let n = 0; n < PATHS; n++) {
      const orderReference = `payout-${n}`;
      harness.sandbox.faults.add({
        ...(LOST[n % LOST.length] as NewFault),
        match: { operation: 'execute', orderReference },
        times: 1,
      });
    }
    const pay = async (n: number) => {
      const uniqueReference = `once-${n}`;
      const error = await gateway.payouts
        .toToken({
          amount: '1.00',
          currency: 'EUR',
          orderReference: `payout-${n}`,
          uniqueReference,
          redirectionUrl: 'http://localhost:1/return',
          callBackUrl: 'http://localhost:1/notify',
          paymentDestination: { cardToken },
        })
        .catch((error: unknown) => error);
      if (!OutcomeUnknownError.is(error)) throw new Error(`${uniqueReference}: ${JSON.stringify(error)}`);
      expect(error.attempts).toBe(1);
      // On a busy machine the time may run out before the gateway has begun.
      await expect.poll(() => error.recover().catch(() => null)).toMatchObject({ state: 'processed' });
    };
    for (let n = 0; n < PATHS; n += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, i) => pay(n + i)));
    }
    const paid = harness.sandbox.transactions.list().map(({ orderReference }) => orderReference);
    expect(paid.sort()).toEqual(Array.from({ length: PATHS }, (_, n) => `payout-${n}`).sort());
    expect(harness.sandbox.balances.get('EUR')).toBe('999900.00');
  });
});
