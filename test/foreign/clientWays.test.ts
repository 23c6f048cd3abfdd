import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/gateway/createGateway.ts';
import {
  CARD_YEAR,
  CHALLENGED,
  came,
  card,
  DECLINED,
  type ForeignOrder,
  type ForeignShop,
  openForeignShop,
} from '../support/foreign/foreignShop.ts';
import type { ForeignTransaction } from '../support/foreign/startForeignGateway.ts';
import { WAYS } from './ways.ts';

/*
 * Our client against a gateway by somebody else, over real sockets: all six endpoints, each under every way of answering that
 * the interface document leaves open. Whole results are compared: a field that is lost, invented or misread fails.
 */

let shop: ForeignShop;
beforeAll(async () => {
  shop = await openForeignShop();
});
afterAll(() => shop.close());

const RAW = { raw: expect.anything() };

/** A paid transaction, as status answer and notification tell it when nothing is left out. */
const details = (request: ForeignOrder, { pspId, token, cardToken }: ForeignTransaction) => ({
  state: 'processed',
  status: 'Processed',
  pspId: String(pspId),
  orderReference: request.orderReference,
  uniqueReference: request.uniqueReference,
  transactionToken: token,
  amount: '10.50',
  currency: 'EUR',
  authCode: expect.stringMatching(/^\w+$/),
  cardInput: true,
  cardNumber: '424242******4242',
  cardExpiry: { month: 12, year: Number(CARD_YEAR) },
  cardHolderName: 'Ada Lovelace',
  cardCountry: 'MLT',
  cardType: 'VISA',
  cardToken,
  acquirer: 'FOREIGN',
  email: 'ada@example.com',
  clientAccount: 'acc-1',
  is3ds: false,
  isTest: null,
  udf: { MerchantField1: 'mine' },
  unreadable: [],
  ...RAW,
});

for (const way of WAYS)
  describe(`${way.facts ?? ''} ${way.name}`, () => {
    let gateway: Gateway;
    beforeAll(async () => {
      gateway = shop.client(way.client);
      await shop.foreign.reset();
      await shop.foreign.set({ statusFields: 'profile', ...way.options });
    });

    it.concurrent('S13 S111 S135 create', async () => {
      const request = shop.order();
      const result = await came(gateway.hpp.create(request));
      const { pspId, token } = await shop.held(request.orderReference);
      expect(result).toEqual({
        pspId: String(pspId),
        token,
        redirectUrl: `${shop.foreign.url}/page/${token}`,
        status: expect.stringMatching(/^(pending|waiting)$/i),
        uniqueReference: request.uniqueReference,
        orderReference: request.orderReference,
        amount: '10.50',
        expiresInMs: 120_000,
        ...RAW,
      });
    });

    it.concurrent('S2 S17 S18 S107 S112 S163–S183 purchase by card, its notification and its status', async () => {
      const request = shop.order();
      const result = await came(gateway.payments.purchase({ ...request, paymentCredentials: card() }));
      const transaction = await shop.held(request.orderReference);
      const { uniqueReference, orderReference } = request;
      const pspId = String(transaction.pspId);
      expect(result).toEqual({
        kind: 'processed',
        pspId,
        cardToken: transaction.cardToken,
        uniqueReference,
        orderReference,
        ...RAW,
      });
      const told = await shop.notified(orderReference);
      expect(await came(gateway.notifications.verify(told))).toEqual({
        ...details(request, transaction),
        attemptNumber: 1,
        sentAt: expect.any(Date),
        ...way.notification,
      });
      const { sentAt } = await gateway.notifications.verify(told);
      expect(Math.abs(Number(sentAt) - Date.now())).toBeLessThan(60_000);
      for (const reference of [{ pspId }, { orderReference }, { uniqueReference }]) {
        expect(await came(gateway.transactions.retrieve(reference))).toEqual({
          ...details(request, transaction),
          errorMessage: null,
          ...way.status,
        });
      }
    });

    it.concurrent('S1 S5 S113 authorise by token', async () => {
      const { cardToken } = await gateway.cards.tokenise(card());
      const request = shop.order();
      const result = await came(gateway.payments.authorise({ ...request, card: { cardToken, cvv2: '123' } }));
      const { pspId } = await shop.held(request.orderReference);
      const { uniqueReference, orderReference } = request;
      expect(result).toEqual({
        kind: 'processed',
        pspId: String(pspId),
        cardToken,
        uniqueReference,
        orderReference,
        ...RAW,
      });
    });

    it.concurrent('S100 S188 a decline', async () => {
      const request = shop.order();
      const result = await came(
        gateway.payments.purchase({ ...request, paymentCredentials: card(DECLINED) }),
      );
      const { pspId } = await shop.held(request.orderReference);
      expect(result).toEqual({
        kind: 'declined',
        pspId: String(pspId),
        message: expect.stringMatching(/./),
        gatewayCode: null,
        uniqueReference: request.uniqueReference,
        orderReference: request.orderReference,
        ...RAW,
      });
    });

    it.concurrent('S19 S92 a payment that needs 3-D Secure, pending until then', async () => {
      const request = shop.order();
      const result = await came(
        gateway.payments.purchase({ ...request, paymentCredentials: card(CHALLENGED) }),
      );
      const { pspId, challenge } = await shop.held(request.orderReference);
      const { uniqueReference, orderReference } = request;
      expect(result).toEqual({
        kind: 'redirect',
        pspId: String(pspId),
        redirectUrl: `${shop.foreign.url}/challenge/${challenge}`,
        uniqueReference,
        orderReference,
        ...RAW,
      });
      expect(await came(gateway.transactions.retrieve({ uniqueReference }))).toMatchObject({
        state: 'pending',
        cardToken: null,
        authCode: null,
        errorMessage: null,
      });
    });

    it.concurrent('S8 S102 S114 S115 S116 payouts: to an earlier payment, to a token, to a card', async () => {
      const earlier = await gateway.payments.purchase({ ...shop.order(), paymentCredentials: card() });
      const { cardToken } = await gateway.cards.tokenise(card());
      const pay = {
        toTransaction: (request: ForeignOrder) =>
          gateway.payouts.toTransaction({ ...request, pspId: earlier.pspId ?? '' }),
        toToken: (request: ForeignOrder) =>
          gateway.payouts.toToken({ ...request, paymentDestination: { cardToken } }),
        toCard: (request: ForeignOrder) => gateway.payouts.toCard({ ...request, paymentCredentials: card() }),
      };
      for (const payOut of Object.values(pay)) {
        const request = shop.order();
        const result = await came(payOut(request));
        const { pspId } = await shop.held(request.orderReference);
        expect(result).toEqual({
          kind: 'processed',
          pspId: String(pspId),
          cardToken: null,
          uniqueReference: request.uniqueReference,
          orderReference: request.orderReference,
          ...RAW,
        });
      }
    });

    it.concurrent('S7 S108 S109 S110 S152 S154 card tokens: made, read, deleted, gone', async () => {
      const { cardToken } = await gateway.cards.tokenise({ ...card(), clientAccount: 'acc-7' });
      expect((await shop.foreign.state('none')).cardTokens).toContain(cardToken);
      expect(await came(gateway.cards.retrieve(cardToken))).toEqual({
        cardToken,
        cardNumber: '424242******4242',
        cardHolderName: 'Ada Lovelace',
        cardExpiry: expect.any(String),
        cardType: 'VISA',
        clientAccount: 'acc-7',
        ...RAW,
      });
      expect(await came(gateway.cards.delete(cardToken))).toBeUndefined();
      expect((await shop.foreign.state('none')).cardTokens).not.toContain(cardToken);
      expect(await came(gateway.cards.delete(cardToken))).toMatchObject({ error: 'not_found' });
      expect(await came(gateway.cards.retrieve(cardToken))).toMatchObject({ error: 'not_found' });
      expect(
        await came(gateway.payments.purchase({ ...shop.order(), card: { cardToken, cvv2: '123' } })),
      ).toMatchObject({ error: 'not_found' });
      expect((await shop.foreign.state('none')).protocolErrors).toEqual([]);
    });
  });
