import { createGateway, type Gateway } from '../../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../../src/gateway/options.ts';
import { type Served, serve } from '../serve.ts';
import { until } from '../until.ts';
import { type ForeignGateway, type ForeignTransaction, startForeignGateway } from './startForeignGateway.ts';

/** A notification as it arrived. */
export interface Arrived {
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

export interface ForeignOrder {
  amount: string;
  currency: string;
  orderReference: string;
  uniqueReference: string;
  redirectionUrl: string;
  callBackUrl: string;
  client: { email: string; clientAccount: string };
  udf: Record<string, string>;
}

/** A merchant with our client alone: it asks the foreign gateway, and keeps what it is notified of. */
export interface ForeignShop {
  readonly foreign: ForeignGateway;
  client(over?: Partial<GatewayOptions>): Gateway;
  /** A new order; its notifications come to an address of its own. */
  order(): ForeignOrder;
  /** What the gateway itself holds of an order. */
  held(orderReference: string): Promise<ForeignTransaction>;
  /** Waits for the order's first notification. */
  notified(orderReference: string): Promise<Arrived>;
  /** @throws Error when a request was not framed by RFC 9112, or named a field otherwise than the document. */
  close(): Promise<void>;
}

export const CARD_YEAR = String(new Date().getUTCFullYear() + 2);
export const card = (cardNumber = '4242424242424242') => ({
  cardNumber,
  cvv2: '123',
  expMonth: '12',
  expYear: CARD_YEAR,
  cardHolderName: 'Ada Lovelace',
});
export const DECLINED = '4000000000000002';
export const CHALLENGED = '4000000000003220';

/** What a call came to: its result, or the codes of its error and of that one's cause. */
export const came = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error) => ({ error: error.code, cause: error.cause?.code }));

export async function openForeignShop(): Promise<ForeignShop> {
  const arrived = new Map<string, Arrived>();
  const gateways: Gateway[] = [];
  const foreign = await startForeignGateway();
  const receiver: Served = await serve((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    request.on('end', () => {
      arrived.set((request.url ?? '').slice(1), { body, headers: request.headers });
      response.end('OK');
    });
  });
  let orders = 0;

  return {
    foreign,
    client(over = {}) {
      const gateway = createGateway({
        baseUrl: foreign.url,
        ...foreign.credentials,
        test: true,
        pciLevel: 'saq-d',
        retries: 0,
        ...over,
      });
      gateways.push(gateway);
      return gateway;
    },
    order() {
      const orderReference = `C-${++orders}`;
      return {
        amount: '10.50',
        currency: 'EUR',
        orderReference,
        uniqueReference: `unique-${orderReference}`,
        redirectionUrl: 'http://shop.example/done',
        callBackUrl: `http://127.0.0.1:${receiver.port}/${orderReference}`,
        client: { email: 'ada@example.com', clientAccount: 'acc-1' },
        udf: { MerchantField1: 'mine' },
      };
    },
    async held(orderReference) {
      const [transaction] = (await foreign.state(orderReference)).transactions;
      if (transaction === undefined) throw new Error(`The gateway holds nothing of ${orderReference}.`);
      return transaction;
    },
    async notified(orderReference) {
      await until(() => arrived.has(orderReference));
      return arrived.get(orderReference) as Arrived;
    },
    async close() {
      for (const gateway of gateways) gateway.close();
      const { protocolErrors, requests } = await foreign.state();
      await foreign.close();
      await receiver.close();
      const unlisted = requests.flatMap(({ unlistedNames }) => unlistedNames);
      if (protocolErrors.length + unlisted.length > 0) {
        throw new Error(`The gateway took offence: ${JSON.stringify({ protocolErrors, unlisted })}`);
      }
    },
  };
}
