import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/merchant/store/sqlite.ts';
import { customer } from '../support/foreign/customer.ts';
import { expectNoSecrets, expectPaidOnce } from '../support/foreign/expectations.ts';
import { type HandlerShop, openHandlerShop } from '../support/foreign/handlerShop.ts';

/*
 * Our handler on a real port, with a database, against a gateway by somebody else: who tells of the payment first, how late,
 * and with how much. Whatever the order, the merchant is told once, and is told everything that the gateway ever said.
 */

const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-foreign-'));
const store = sqliteStore(join(folder, 'checkout.sqlite'));
let shop: HandlerShop;
beforeAll(async () => {
  shop = await openHandlerShop(store);
});
afterAll(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOTIFIED = [
  { when: 'before the create call is answered', options: { notifyWhen: 'beforeCreateReply' } },
  { when: 'before the redirect', options: { notifyWhen: 'beforeRedirect' } },
  { when: 'at once', options: { notifyWhen: 'atOnce' } },
  { when: '100 ms after the status says paid', options: { notifyWhen: 'atOnce', notifyDelayMs: 100 } },
  { when: 'a second after the status says paid', options: { notifyWhen: 'atOnce', notifyDelayMs: 1_000 } },
  { when: 'after the redirect', options: { notifyWhen: 'afterRedirect' } },
  { when: 'never', options: { notifyWhen: 'never' } },
];
const STATUS = [
  { says: 'everything', options: { statusFields: 'profile' } },
  {
    says: 'what the document promises of a payment',
    options: {
      statusFields: [
        ...['PspId', 'OrderReference', 'UniqueReference', 'TransactionToken'],
        ...['Amount', 'Currency', 'Status', 'isSuccess', 'errorMessage'],
      ],
    },
  },
  { says: 'no sum', options: { statusFields: 'promised' }, incomplete: true },
  { says: 'a word and nothing else', options: { statusFields: ['Status', 'isSuccess'] }, incomplete: true },
];
const LAG = [
  { lag: 'at once', options: {} },
  { lag: 'half a second late', options: { statusLagMs: 500 } },
  { lag: 'never', options: { statusLagMs: -1 }, silent: true },
];

for (const { when, options: notified } of NOTIFIED) {
  describe(`S17 S139 notified ${when}`, () => {
    for (const { says, options: fields, incomplete = false } of STATUS) {
      for (const { lag, options: late, silent = false } of LAG) {
        const isNotified = notified.notifyWhen !== 'never';
        const settles = isNotified || !(incomplete || silent);
        const what = settles ? 'paid once' : 'pending, and nothing shipped';
        it.concurrent(`S18 S107 S186 the status says ${says}, ${lag}: ${what}`, async () => {
          const order = await shop.order({ ...notified, ...fields, ...late });
          const { session } = await shop.open(order);
          if (notified.notifyWhen !== 'beforeCreateReply') {
            expect(await customer.payByCard(session.redirectUrl)).toMatchObject({ at: 'shop' });
          }
          if (settles) {
            if (session.statusUrl !== undefined)
              expect(await shop.statusBecomes(session, ['completed'])).toBe('completed');
            await expectPaidOnce(shop, order, { isNotified });
          } else {
            expect(await shop.statusBecomes(session, ['completed', 'failed', 'expired'], 1_500)).toBe(
              'pending',
            );
            expect(shop.told(order)).toMatchObject({ payments: [], details: [] });
          }
          // Nothing was odd enough to wake anybody.
          const loud = shop.told(order).events.filter(({ alert }) => alert);
          expect(loud).toEqual([]);
          expect(shop.log.filter((text) => text.includes(order) || text.includes(session.sessionId))).toEqual(
            [],
          );
        });
      }
    }
  });
}

it('T12 no secret, card or token in any log line, event or record', () => expectNoSecrets(shop, folder));
