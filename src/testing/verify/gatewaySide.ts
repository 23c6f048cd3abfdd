import { platformHmac } from '../../protocol/gateway/hmac.ts';
import { flatHmacSha256 } from '../../protocol/gateway/signature.ts';
import type { PayWith } from '../../sandbox/cards/namedCards.ts';
import type { NotificationView, TransactionView } from '../../sandbox/control/views.ts';
import type { NewFault } from '../../sandbox/faults/fault.ts';
import { paySandboxPage } from '../customer/paySandboxPage.ts';
import { type Answer, readAnswer } from './answer.ts';

/** The controls of a sandbox, by their routes under `/_sandbox`. */
export interface SandboxControls {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
}

/** The sandbox behind the backend, and what verify does in the gateway's name. */
export interface GatewaySide {
  readonly url: string;
  transactions(): Promise<readonly TransactionView[]>;
  notifications(): Promise<readonly NotificationView[]>;
  /** Status calls that it got, for this transaction. */
  statusCalls(transaction: TransactionView): Promise<number>;
  /** Pays, or tries to, as a customer at the page. */
  pay(redirectUrl: string, card?: PayWith): Promise<void>;
  cancel(redirectUrl: string): Promise<void>;
  /** Ends a transaction as the issuer or time would. */
  trigger(event: 'processed' | 'declined' | 'expired', transaction: TransactionView): Promise<void>;
  resend(notification: NotificationView): Promise<NotificationView>;
  hold(): Promise<void>;
  release(): Promise<void>;
  fault(fault: NewFault): Promise<void>;
  clearFaults(): Promise<void>;
  /** Delivers what is due. */
  settle(): Promise<void>;
  /** Sends a body to a callback address; with `signed`, a genuine signature of it. */
  notify(
    url: string,
    payload: Record<string, unknown> | string,
    signed: boolean | string,
  ): Promise<Answer | null>;
}

export interface GatewaySideOptions {
  url: string;
  controls: SandboxControls;
  signatureSecret: string;
  token: string | undefined;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

export function createGatewaySide(options: GatewaySideOptions): GatewaySide {
  const { controls, signatureSecret, token } = options;
  const sign = flatHmacSha256();
  const hmac = platformHmac();
  const list = async <T>(path: string, name: string) => (await controls.get(path))[name] as readonly T[];
  const settle = async () => void (await controls.post('/settle', {}));

  return {
    url: options.url,
    transactions: () => list('/transactions', 'transactions'),
    notifications: () => list('/notifications', 'notifications'),
    async statusCalls({ uniqueReference, pspId }) {
      const requests = await list<{ operation: string; uniqueReference: string | null; path: string }>(
        '/requests',
        'requests',
      );
      return requests.filter(
        (request) =>
          request.operation === 'retrieve' &&
          (request.uniqueReference === uniqueReference || request.path.includes(`PspId=${pspId}`)),
      ).length;
    },
    async pay(redirectUrl, card = 'paid') {
      await paySandboxPage(redirectUrl, card, {
        fetch: options.fetch,
        ...(token === undefined ? {} : { token }),
        waitForNotification: false,
      });
      await settle();
    },
    async cancel(redirectUrl) {
      await options.fetch(`${redirectUrl}/cancel`, { method: 'POST', redirect: 'manual' });
      await settle();
    },
    async trigger(event, { uniqueReference }) {
      await controls.post('/trigger', { event, uniqueReference });
      await settle();
    },
    async resend({ id }) {
      const { notification } = await controls.post(`/notifications/${id}/resend`, {});
      return notification as NotificationView;
    },
    hold: async () => void (await controls.post('/pause', {})),
    release: async () => void (await controls.post('/resume', {})),
    fault: async (fault) => void (await controls.post('/faults', fault)),
    clearFaults: async () => void (await controls.post('/faults', { clear: true })),
    settle,
    async notify(url, payload, signed) {
      const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const signature =
        typeof signed === 'string'
          ? signed
          : signed
            ? await sign({ payload: JSON.parse(body), raw: body }, signatureSecret, hmac)
            : null;
      const headers = {
        'content-type': 'application/json',
        ...(signature === null ? {} : { Signature: signature }),
      };
      try {
        return await readAnswer(
          await options.fetch(url, { method: 'POST', headers, body, redirect: 'manual' }),
        );
      } catch {
        return null; // a server may end the connection of a body that it does not want
      }
    },
  };
}

/** What the gateway would send of this transaction once it is paid. */
export function paidNotification(transaction: TransactionView, sentAt: number): Record<string, unknown> {
  return {
    AttemptNumber: 1,
    SentDateTime: sentAt,
    TransactionToken: transaction.token,
    OrderReference: transaction.orderReference,
    Status: 'Processed',
    AuthCode: '123456',
    CardInput: true,
    PspId: String(transaction.pspId),
    Currency: transaction.currency,
    Amount: transaction.amount,
    CardNumber: '424242******4242',
    CardExpiry: '12/2035',
    CardHolderName: 'Test Customer',
    CardCountry: 'USA',
    CardType: 'VISA',
    CardToken: 'c0ffee00-0000-4000-8000-000000000000',
    Acquirer: transaction.acquirer,
    Email: '',
    UniqueReference: transaction.uniqueReference,
    ClientAccount: '',
    Is3DS: false,
  };
}
