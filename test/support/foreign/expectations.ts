import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../until.ts';
import { CARD_YEAR } from './foreignShop.ts';
import type { HandlerShop } from './handlerShop.ts';

/** Everything that a notification says of a card payment, as the merchant gets it. */
export const wholeDetails = (cardToken: string | null) => ({
  cardToken,
  status: 'Processed',
  transactionToken: expect.any(String),
  authCode: expect.stringMatching(/^\w+$/),
  cardInput: true,
  cardNumber: '424242******4242',
  cardExpiry: { month: 12, year: Number(CARD_YEAR) },
  cardHolderName: expect.stringMatching(/^(Ada Lovelace|Early Bird)$/),
  cardCountry: 'MLT',
  cardType: 'VISA',
  acquirer: 'FOREIGN',
  email: 'ada@example.com',
  clientAccount: 'acc-1',
  is3ds: expect.any(Boolean),
  udf: { MerchantField1: 'mine' },
  attemptNumber: expect.any(Number),
  sentAt: expect.any(Date),
});

/**
 * The order was fulfilled exactly once, with what it is about; and where a notification came, its details were delivered
 * whole at least once, before the gateway got its last acknowledgement.
 *
 * @param details What is read differently from `wholeDetails`.
 */
export async function expectPaidOnce(
  shop: HandlerShop,
  orderReference: string,
  { isNotified = true, details = {} }: { isNotified?: boolean; details?: object } = {},
): Promise<void> {
  const told = shop.told(orderReference);
  if (isNotified) await until(() => told.details.length > 0);
  await until(() => told.payments.length > 0);
  if (isNotified) {
    await until(async () =>
      (await shop.foreign.state(orderReference)).deliveries.some(({ answer }) => answer === 200),
    );
  }
  const { transactions } = await shop.foreign.state(orderReference);
  const paid = transactions.find(({ status }) => status === 'Processed');
  const facts = {
    orderReference,
    sessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
    amount: '10.50',
    currency: 'EUR',
    pspId: String(paid?.pspId),
    uniqueReference: paid?.uniqueReference,
    transactionType: 'PURC',
    test: true,
    correlationId: expect.any(String),
  };
  expect(told.payments).toHaveLength(1);
  const [payment] = told.payments;
  expect(payment).toMatchObject({ ...facts, expected: { amount: '10.50', currency: 'EUR' } });
  const whole = { ...facts, ...wholeDetails(paid?.cardToken ?? null), ...details };
  // Settled by the notification: all of it. By a status answer: what that one has, and nothing made up.
  for (const [name, value] of Object.entries(payment ?? {})) {
    if (value !== null)
      expect({ [name]: value }).toEqual({ expected: payment?.expected, ...pick(whole, name) });
  }
  if (payment?.attemptNumber !== null) expect(payment).toEqual({ ...whole, expected: payment?.expected });
  for (const one of told.details) expect(one).toEqual({ ...whole, expected: null });
  if (!isNotified) expect(told.details).toEqual([]);
}

const pick = (from: object, name: string) =>
  name === 'expected' ? {} : { expected: undefined, [name]: (from as Record<string, unknown>)[name] };

/** Looks for every secret that this shop ever saw in all that the handler wrote down. */
export async function expectNoSecrets(shop: HandlerShop, folder: string): Promise<void> {
  const { cardTokens, deliveries } = await shop.foreign.state();
  const { clientSecret, signatureSecret } = shop.foreign.credentials;
  const notifySecrets = deliveries
    .map(({ url }) => url.split('/').at(-1) ?? '')
    .filter((text) => text.length > 20);
  expect(cardTokens.length).toBeGreaterThan(0);
  expect(notifySecrets.length).toBeGreaterThan(0);
  const secrets = [clientSecret, signatureSecret, '4242424242424242', ...cardTokens, ...notifySecrets];
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  for (const text of [...shop.log, ...shop.events, ...files]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
}
