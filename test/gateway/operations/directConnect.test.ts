import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../src/gateway/errors/setupErrors.ts';
import { apmPayout } from '../../../src/gateway/operations/apmPayout.ts';
import { hpp } from '../../../src/gateway/operations/hpp.ts';
import { payments } from '../../../src/gateway/operations/payments.ts';
import { payouts } from '../../../src/gateway/operations/payouts.ts';
import { pciGate } from '../../../src/gateway/operations/pciGate.ts';
import { recoverable } from '../../../src/gateway/operations/recoverable.ts';
import { sendExecute } from '../../../src/gateway/operations/sendExecute.ts';
import type { Transactions } from '../../../src/gateway/operations/transactions.ts';
import type { PaymentOutcome } from '../../../src/gateway/types.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { ShapeError } from '../../../src/protocol/gateway/shapeError.ts';
import { HPP, HPP_ANSWER, PAID } from '../wire.ts';
import { issuesOf, recorder, refusal, testContext } from './recorder.ts';

const options = { timeoutMs: 5 };
const profile = defineProfile({});
const processed = { kind: 'processed', pspId: '1' } as never as PaymentOutcome;
const noObject = { path: '(request)', rule: 'type', message: 'expected an object' };

/** A status call that says what it was asked. */
function asked() {
  const references: unknown[] = [];
  const transactions = {
    retrieve: async (reference: unknown) => {
      references.push(reference);
      return 'the status';
    },
  } as never as Transactions;
  return { transactions, references };
}

describe('full card details', () => {
  it.each(['AUTH', 'PURC', 'ORIGINALCREDIT'])(
    'S3 S9 %s: only for who says that they may have them',
    (operation) => {
      expect(pciGate('saq-d')(operation)).toBeUndefined();
      let error: unknown;
      try {
        pciGate('none')(operation);
      } catch (caught) {
        error = caught;
      }
      expect(error).toMatchObject({ code: 'pci_level_required', operation });
    },
  );
});

describe('payments', () => {
  function open(level: 'none' | 'saq-d' = 'saq-d') {
    const sent: unknown[][] = [];
    const execute = async (...args: unknown[]) => {
      sent.push(args);
      return processed;
    };
    return { payments: payments(execute as never, pciGate(level)), sent };
  }

  it.each([
    ['authorise', 'AUTH'],
    ['purchase', 'PURC'],
  ] as const)('%s is %s, by token or by card', async (name, type) => {
    const opened = open();
    const byToken = { card: { cardToken: 't' } };
    const byCard = { paymentCredentials: { cardNumber: '4' } };
    expect(await opened.payments[name](byToken as never, options)).toBe(processed);
    await opened.payments[name](byCard as never, options);
    await opened.payments[name]({
      paymentCredentials: { paymentSource: 'Other' },
      routing: { forcePayment: 'X', forceBank: 'B' },
    } as never);
    expect(opened.sent).toEqual([
      ['tokenPayment', type, byToken, options],
      [
        'cardPayment',
        type,
        {
          paymentCredentials: { cardNumber: '4', paymentSource: 'Card' },
          routing: { forcePayment: 'CARDS' },
        },
        options,
      ],
      [
        'cardPayment',
        type,
        {
          paymentCredentials: { paymentSource: 'Other' },
          routing: { forcePayment: 'X', forceBank: 'B' },
        },
        undefined,
      ],
    ]);
  });

  it.each([
    ['authorise', 'AUTH'],
    ['purchase', 'PURC'],
  ] as const)('%s sends nothing that it may not', async (name, type) => {
    const opened = open('none');
    await expect(opened.payments[name]({ paymentCredentials: null } as never)).rejects.toMatchObject({
      code: 'pci_level_required',
      operation: type,
    });
    expect(await issuesOf(() => opened.payments[name](undefined as never))).toEqual(refusal(type, noObject));
    expect(opened.sent).toEqual([]);
  });
});

describe('payouts', () => {
  function open(outcome: object = processed, level: 'none' | 'saq-d' = 'saq-d') {
    const sent: unknown[][] = [];
    const execute = async (...args: unknown[]) => {
      sent.push(args);
      return outcome;
    };
    const toApm = async (...args: unknown[]) => {
      sent.push(['apm', ...args]);
      return outcome;
    };
    return { payouts: payouts(execute as never, pciGate(level), toApm as never), sent };
  }
  const TYPE = 'ORIGINALCREDIT';

  it('S8 S114 S115 S116 go to a transaction, a token, a card or another method', async () => {
    const opened = open();
    expect(await opened.payouts.toTransaction({ pspId: '1' } as never, options)).toBe(processed);
    await opened.payouts.toToken({ paymentDestination: { cardToken: 't' } } as never, options);
    await opened.payouts.toToken({ paymentDestination: { paymentMethod: 'X' } } as never, options);
    await opened.payouts.toCard({ paymentCredentials: { cardNumber: '4' } } as never, options);
    await opened.payouts.toCard({ paymentCredentials: 'x' } as never, options);
    expect(await opened.payouts.toApm('w', options)).toBe(processed);
    expect(opened.sent).toEqual([
      ['payoutByPspId', TYPE, { pspId: '1' }, options],
      [
        'payoutByToken',
        TYPE,
        { paymentDestination: { cardToken: 't', paymentMethod: 'CardToken' } },
        options,
      ],
      ['payoutByToken', TYPE, { paymentDestination: { paymentMethod: 'X' } }, options],
      ['payoutByCard', TYPE, { paymentCredentials: { cardNumber: '4', paymentSource: 'Card' } }, options],
      ['payoutByCard', TYPE, { paymentCredentials: 'x' }, options],
      ['apm', 'w', options],
    ]);
  });

  it('an address for the customer leaves one pending', async () => {
    const opened = open({ kind: 'redirect', pspId: '1', redirectUrl: 'https://acs.example/' });
    const pending = { kind: 'pending', pspId: '1' };
    expect(await opened.payouts.toTransaction({} as never)).toEqual(pending);
    expect(await opened.payouts.toApm({})).toEqual(pending);
  });

  it('send nothing that they may not', async () => {
    const opened = open(processed, 'none');
    await expect(opened.payouts.toCard({} as never)).rejects.toMatchObject({
      code: 'pci_level_required',
      operation: TYPE,
    });
    for (const name of ['toTransaction', 'toToken'] as const)
      expect(await issuesOf(() => opened.payouts[name](null as never))).toEqual(refusal(TYPE, noObject));
    expect(opened.sent).toEqual([]);
  });
});

describe('N9 a payout to another method', () => {
  const send = (apm: ((payout: unknown) => Record<string, unknown>) | undefined, test = true) => {
    const sent: unknown[][] = [];
    const execute = async (...args: unknown[]) => {
      sent.push(args);
      return processed;
    };
    const given = apm === undefined ? profile : defineProfile({ payouts: { apm } });
    return { pay: apmPayout(execute as never, given, { test, uuid: () => 'made-up' }), sent };
  };

  it('has no request of its own', async () => {
    const { pay, sent } = send(undefined);
    const error = await pay('w').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ operation: 'execute' });
    expect(sent).toEqual([]);
  });

  it('is built by the profile; type, reference and test mark are added', async () => {
    const { pay, sent } = send((payout) => ({ Wallet: payout }));
    await pay('w', options);
    const body = { TransactionType: 'ORIGINALCREDIT', UniqueReference: 'made-up', Wallet: 'w', IsTest: true };
    expect(sent).toEqual([[{ body, uniqueReference: 'made-up', orderReference: '' }, options]]);
  });

  it('is called a test or not by the client alone', async () => {
    const { pay, sent } = send(
      () => ({ UniqueReference: 7, OrderReference: 'o', TransactionType: 'X', IsTest: true }),
      false,
    );
    await pay('w');
    const body = { TransactionType: 'X', UniqueReference: 7, OrderReference: 'o', IsTest: false };
    expect(sent).toEqual([[{ body, uniqueReference: '7', orderReference: 'o' }, undefined]]);
  });
});

describe('T11 what is never sent twice by itself', () => {
  const request = { body: { a: 1 }, uniqueReference: 'u-1', orderReference: 'o-1' };

  it.each([
    ['createHpp', '/api/hpptoken/create'],
    ['execute', '/api/directconnect/execute'],
  ] as const)('%s can be asked about by its unique reference', async (operation, path) => {
    const { transactions, references } = asked();
    const { recover, ...exchange } = recoverable(operation, request, profile, transactions);
    expect(exchange).toEqual({ operation, method: 'POST', path, ...request });
    expect(await recover?.()).toBe('the status');
    expect(references).toEqual([{ uniqueReference: 'u-1' }]);
  });

  it('a direct connect request is read as an outcome, with its references', async () => {
    const { transactions } = asked();
    const { call, calls } = recorder({ ...PAID });
    expect(await sendExecute(call, profile, transactions)(request, options)).toEqual({
      kind: 'processed',
      pspId: '850908',
      cardToken: PAID.cardToken,
      uniqueReference: 'u-1',
      orderReference: 'o-1',
      raw: { ...PAID, cardToken: expect.not.stringContaining(PAID.cardToken) },
    });
    expect(calls[0]).toMatchObject({ exchange: { operation: 'execute', ...request }, options });
  });
});

describe('a hosted page', () => {
  function open(json: Record<string, unknown>) {
    const { call, calls } = recorder(json);
    const { transactions } = asked();
    return { hpp: hpp(call, profile, testContext(), transactions), calls };
  }

  it('is asked for by one request, and its answer read', async () => {
    const opened = open({ ...HPP_ANSWER });
    expect(await opened.hpp.create({ ...HPP, uniqueReference: 'u-1' }, options)).toMatchObject({
      pspId: '850907',
      token: HPP_ANSWER.token,
      redirectUrl: HPP_ANSWER.redirectUrl,
      status: 'PENDING',
      uniqueReference: 'u-1',
      orderReference: 'Order-1',
      amount: '10.00',
      expiresInMs: 120_000,
    });
    expect(opened.calls).toMatchObject([
      {
        exchange: {
          operation: 'createHpp',
          path: '/api/hpptoken/create',
          body: {
            TransactionType: 'PURC',
            RedirectionURL: HPP.redirectionUrl,
            FailRedirectionURL: HPP.redirectionUrl,
          },
        },
        options,
      },
    ]);
  });

  it('takes type and failure address from the merchant', async () => {
    const opened = open({ ...HPP_ANSWER });
    const failRedirectionUrl = 'https://shop.example/failed';
    await opened.hpp.create({ ...HPP, transactionType: 'AUTH', failRedirectionUrl } as never);
    expect(opened.calls[0]?.exchange.body).toMatchObject({
      TransactionType: 'AUTH',
      FailRedirectionURL: failRedirectionUrl,
    });
  });

  it.each([
    ['isSuccess', undefined, 'true or false'],
    ['isSuccess', null, 'true or false'],
    ['pspid', undefined, ''],
    ['token', undefined, ''],
    ['redirectUrl', undefined, ''],
    ['redirectUrl', '/page', 'an absolute http(s) address'],
    ['status', undefined, ''],
  ])('an answer with %s = %j cannot be read', async (path, value, expected) => {
    const error = await open({ ...HPP_ANSWER, [path]: value })
      .hpp.create(HPP)
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ShapeError);
    expect(error).toMatchObject({ path, message: expect.stringContaining(expected) });
  });

  it('S188 a refusal under HTTP 200 is one, and no input is named by its operation', async () => {
    const opened = open({ ...HPP_ANSWER, isSuccess: false, errorMessage: 'no' });
    await expect(opened.hpp.create(HPP)).rejects.toMatchObject({
      code: 'rejected',
      operation: 'createHpp',
      errorMessage: 'no',
    });
    expect(await issuesOf(() => opened.hpp.create(null as never))).toEqual(refusal('createHpp', noObject));
  });
});
