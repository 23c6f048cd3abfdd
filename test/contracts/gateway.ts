import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import type { PaymentNotification } from '../../src/protocol/gateway/transaction.ts';

/** A gateway on the other side of some wire, and what can be asked of it. */
export interface Contracted {
  /** A client for it; `over` replaces options. */
  client(over?: Partial<GatewayOptions>): Gateway;
  /** Pays on the hosted page as a customer would. Without it, nothing that needs a payment is asked. */
  payOnPage?(token: string, cardNumber: string): Promise<void>;
  /** Notifications that reached the merchant, verified by the client. */
  notified?(): Promise<PaymentNotification[]>;
  /** Remembers nothing and checks nothing: a mock that answers examples. */
  stateless?: boolean;
  close(): Promise<void>;
}

let orders = 0;

function order() {
  const n = `${Date.now().toString(36)}-${++orders}`;
  return {
    amount: '10.00',
    currency: 'EUR',
    orderReference: `contract-${n}`,
    redirectionUrl: 'http://localhost:1/return',
    failRedirectionUrl: 'http://localhost:1/failed',
    callBackUrl: 'http://localhost:1/notify',
  };
}

function card(cardNumber: string) {
  return {
    cardNumber,
    cvv2: '123',
    expMonth: '12',
    expYear: '2040',
    cardHolderName: 'Ada Lovelace',
    cardType: 'VISA',
  };
}

const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';
const CHALLENGED = '4000000000003220';

/** What every gateway of this interface must do, asked through the client. Run it on each that there is. */
export function gatewayContract(name: string, open: () => Promise<Contracted>): void {
  describe(`gateway contract: ${name}`, () => {
    let contracted: Contracted;
    let gateway: Gateway;
    beforeAll(async () => {
      contracted = await open();
      gateway = contracted.client();
    });
    afterAll(() => contracted?.close());
    /** For gateways that remember. */
    const stateful = (title: string, run: (full: Gateway) => Promise<void>) =>
      it(title, async (context) => {
        if (contracted.stateless === true) return context.skip();
        await run(contracted.client({ pciLevel: 'saq-d' }));
      });

    it('S13 S111 S135 S136 opens a hosted page', async () => {
      const session = await gateway.hpp.create({
        ...order(),
        language: 'en',
        client: { email: 'ada@example.com', country: 'MT', firstName: 'Ada' },
        udf: { MerchantField1: 'a' },
        configuration: { showSavedCards: false, cardHolderNameEdit: true },
      });
      expect(session.pspId).toMatch(/^\d+$/);
      expect(session.token).not.toBe('');
      expect(session.redirectUrl).toMatch(/^https?:\/\//);
      expect(session.status.toUpperCase()).toBe('PENDING');
      expect(session.expiresInMs).toBe(120_000);
    });

    it('S18 S107 tells a status by reference', async () => {
      const { uniqueReference, pspId, orderReference } = await gateway.hpp.create(order());
      for (const reference of [{ uniqueReference }, { pspId }, { orderReference }]) {
        const status = await gateway.transactions.retrieve(reference);
        expect(status.currency).toMatch(/^[A-Z]{3}$/);
        if (contracted.stateless !== true)
          expect(status).toMatchObject({
            state: 'pending',
            uniqueReference,
            pspId,
            orderReference,
            amount: '10.00',
          });
      }
    });

    stateful('S161 refuses wrong credentials and a wrong signature', async () => {
      for (const over of [{ clientSecret: 'wrong' }, { clientId: 'wrong' }, { signatureSecret: 'wrong' }]) {
        await expect(contracted.client(over).hpp.create(order())).rejects.toMatchObject({
          code: 'authentication_failed',
        });
        await expect(contracted.client(over).transactions.retrieve({ pspId: '1' })).rejects.toMatchObject({
          code: 'authentication_failed',
        });
      }
    });

    stateful('an unknown transaction is not found', async (full) => {
      await expect(full.transactions.retrieve({ uniqueReference: 'never-seen' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    stateful(
      'G21 a reference that comes again gets the same answer; with another body it is a conflict',
      async (full) => {
        const request = { ...order(), uniqueReference: `again-${orders}-${Date.now()}` };
        const first = await full.hpp.create(request);
        const again = await full.hpp.create(request);
        expect([again.pspId, again.token]).toEqual([first.pspId, first.token]);
        await expect(full.hpp.create({ ...request, amount: '11.00' })).rejects.toMatchObject({
          code: 'conflict',
        });
      },
    );

    stateful('S1 S2 S91 S95 takes a card: authorise and purchase', async (full) => {
      for (const pay of [full.payments.authorise, full.payments.purchase]) {
        expect(await pay({ ...order(), paymentCredentials: card(GOOD) })).toMatchObject({
          kind: 'processed',
        });
      }
    });

    stateful('S100 a refused card is data', async (full) => {
      const outcome = await full.payments.purchase({ ...order(), paymentCredentials: card(DECLINED) });
      expect(outcome).toMatchObject({ kind: 'declined', message: expect.any(String) });
    });

    stateful('S19 S92 a card that needs 3DS leads the customer away', async (full) => {
      const outcome = await full.payments.purchase({ ...order(), paymentCredentials: card(CHALLENGED) });
      expect(outcome).toMatchObject({ kind: 'redirect', redirectUrl: expect.stringMatching(/^https?:/) });
    });

    stateful(
      'S3 S162 refuses full card details of a merchant without SAQ D, also at the gateway',
      async (full) => {
        await expect(
          gateway.payments.purchase({ ...order(), paymentCredentials: card(GOOD) }),
        ).rejects.toMatchObject({ code: 'pci_level_required' });
        expect(full).toBeDefined();
      },
    );

    stateful('S5 S7 S152 S154 S155 a token: made, read, charged, deleted', async (full) => {
      const { cardNumber, expMonth, expYear, cardHolderName } = card(GOOD);
      const { cardToken } = await full.cards.tokenise({
        cardNumber,
        expMonth,
        expYear,
        cardHolderName,
        clientAccount: 'acc-1',
      });
      const record = await full.cards.retrieve(cardToken);
      expect(record).toMatchObject({ cardToken, cardHolderName, clientAccount: 'acc-1' });
      expect(JSON.stringify(record)).not.toContain(cardNumber);
      const payment = {
        ...order(),
        card: { cardToken, cvv2: '123' },
        browserDetails: { userAgent: 'UA', javaEnabled: false },
      };
      expect((await full.payments.purchase(payment)).kind).toMatch(/^(processed|redirect)$/);
      await full.cards.delete(cardToken);
      await expect(full.cards.retrieve(cardToken)).rejects.toMatchObject({ code: 'not_found' });
      await expect(full.cards.delete(cardToken)).rejects.toMatchObject({ code: 'not_found' });
    });

    stateful(
      'S8 S10 S11 S114 S115 S116 S145 pays out by transaction, token and card, of any amount that the balance covers',
      async (full) => {
        const paid = await full.payments.purchase({ ...order(), paymentCredentials: card(GOOD) });
        if (paid.kind !== 'processed' || paid.cardToken === null)
          throw new Error(`Not paid: ${JSON.stringify(paid)}`);
        const more = { ...order(), amount: '25.00' };
        expect(await full.payouts.toTransaction({ ...more, pspId: paid.pspId })).toMatchObject({
          kind: 'processed',
        });
        expect(
          await full.payouts.toToken({ ...order(), paymentDestination: { cardToken: paid.cardToken } }),
        ).toMatchObject({ kind: 'processed' });
        expect(await full.payouts.toCard({ ...order(), paymentCredentials: card(GOOD) })).toMatchObject({
          kind: 'processed',
        });
        expect(
          await full.payouts.toCard({ ...order(), amount: '99999999.00', paymentCredentials: card(GOOD) }),
        ).toMatchObject({ kind: 'declined' });
      },
    );

    it('S143 S17 S139 S140 S186 page, notification and status agree', async (context) => {
      if (contracted.payOnPage === undefined || contracted.notified === undefined) return context.skip();
      const session = await gateway.hpp.create({ ...order(), udf: { MerchantField1: 'kept' } });
      await contracted.payOnPage(session.token, GOOD);
      const told = (await contracted.notified()).filter(({ pspId }) => pspId === session.pspId);
      expect(told.length).toBeGreaterThan(0);
      const status = await gateway.transactions.retrieve({ pspId: session.pspId });
      for (const source of [...told, status]) {
        expect(source).toMatchObject({
          state: 'processed',
          amount: '10.00',
          currency: 'EUR',
          orderReference: session.orderReference,
          uniqueReference: session.uniqueReference,
          transactionToken: session.token, // G13
        });
      }
      for (const notification of told) {
        expect(notification).toMatchObject({
          cardNumber: '424242******4242',
          udf: { MerchantField1: 'kept' },
        });
      }
    });
  });
}
