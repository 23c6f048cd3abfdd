import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/gateway/createGateway.ts';
import { createCheckoutHandler } from '../../../src/merchant/createCheckoutHandler.ts';
import { toNodeHandler } from '../../../src/merchant/node.ts';
import type { PaymentEvent } from '../../../src/merchant/observe/events.ts';
import type { CheckoutHandler, Payment } from '../../../src/merchant/options.ts';
import { memoryStore } from '../../../src/merchant/store/memory.ts';
import type { PaymentNotification } from '../../../src/protocol/gateway/transaction.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { type Served, serve } from '../../support/serve.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** A shop's server and the sandbox, each on its own port. */
describe('S156 S185 M20 notifications of the sandbox, over HTTP', () => {
  let sandbox: Sandbox;
  let gateway: Gateway;
  let handler: CheckoutHandler;
  let server: Served;
  let publicUrl: string;
  let failNext = false;
  const heard: PaymentNotification[] = [];
  const payments: Payment[] = [];
  const details: Payment[] = [];
  const events: PaymentEvent[] = [];

  beforeAll(async () => {
    sandbox = createSandbox({ mode: 'instant', pciLevel: 'saq-d', mit: true, seed: 5 });
    const { url } = await sandbox.listen({ port: 0, host: '127.0.0.1' });
    gateway = createGateway({ baseUrl: url, ...sandbox.credentials, test: true });
    server = await serve((request, response) => toNodeHandler(handler)(request, response));
    publicUrl = `http://127.0.0.1:${server.port}/checkout`;
    handler = createCheckoutHandler({
      gateway,
      store: memoryStore(),
      publicUrl,
      authorize: 'anyone',
      resolveOrder: (order) => ({
        orderReference: String(order),
        amount: '12.00',
        currency: 'EUR',
        udf: { basket: '42' },
      }),
      onPayment: (payment) => void payments.push(payment),
      onPaymentDetails: (payment) => void details.push(payment),
      onNotification: (notification) => {
        if (failNext) {
          failNext = false;
          throw new Error('the books are closed');
        }
        heard.push(notification);
      },
      onEvent: (event) => events.push(event),
      sweepEveryMs: false,
      logger: silent,
    });
  });
  afterAll(async () => {
    await handler.close();
    await server.close();
    await sandbox.close();
  });

  const common = (orderReference: string) => ({
    amount: '12.00',
    currency: 'EUR',
    orderReference,
    redirectionUrl: 'http://localhost:1/return',
    callBackUrl: `${publicUrl}/notify`,
  });
  const tokenise = () =>
    gateway.cards.tokenise({
      cardHolderName: 'Ada Morrow',
      cardNumber: '4242424242424242',
      expMonth: '12',
      expYear: '2040',
    });

  it('S185 of a direct connect payment reaches onNotification', async () => {
    const { cardToken } = await tokenise();
    const outcome = await gateway.payments.purchase({ ...common('DC-1'), card: { cardToken } });
    expect(outcome.kind).toBe('processed');
    await sandbox.settle();
    expect(heard).toMatchObject([{ orderReference: 'DC-1', state: 'processed', amount: '12.00' }]);
    expect(events.map(({ type }) => type)).toContain('notification_handled');
  });

  it('S185 of a payout reaches it too, and again after a failure', async () => {
    heard.length = 0;
    failNext = true;
    const { cardToken } = await tokenise();
    await gateway.payouts.toToken({ ...common('PO-1'), paymentDestination: { cardToken } });
    await sandbox.settle();
    expect(events.map(({ type }) => type)).toContain('notification_failed');
    expect(heard).toMatchObject([{ orderReference: 'PO-1', attemptNumber: 2 }]);
  });

  it('S156 S184 M17 M18 of a hosted page after the status answer: payment without a token, then the details with it', async () => {
    sandbox.notifications.pause();
    const response = await fetch(`${publicUrl}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ order: 'H-1' }),
    });
    const { sessionId } = (await response.json()) as { sessionId: string };
    sandbox.trigger({ event: 'processed', orderReference: 'H-1' });
    expect(await handler.settle(sessionId)).toMatchObject({ status: 'completed' });
    expect(payments).toMatchObject([{ orderReference: 'H-1', cardToken: null }]);
    expect(details).toEqual([]);
    sandbox.notifications.resume();
    await sandbox.settle();
    expect(details).toMatchObject([{ orderReference: 'H-1', udf: { basket: '42' }, attemptNumber: 1 }]);
    expect(details[0]?.cardToken).toMatch(/^[\da-f-]{36}$/);
  });
});
