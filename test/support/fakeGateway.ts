import type { CheckoutGateway } from '../../src/gateway/checkoutGateway.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { NotFoundError } from '../../src/gateway/errors/answerErrors.ts';
import { ConnectionError } from '../../src/gateway/errors/connectionErrors.ts';
import type { HppRequest } from '../../src/gateway/types.ts';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';
import { readStatus } from '../../src/protocol/gateway/readStatus.ts';
import type { TransactionReference } from '../../src/protocol/gateway/wire.ts';

export const CARD_TOKEN = '7d5b0e2a-1c44-4f0e-9d1e-5a6b7c8d9e0f';

/** One transaction of the fake gateway's ledger, in the wire's own spelling. */
export interface FakeTransaction {
  request: HppRequest;
  fields: Record<string, unknown>;
}

export interface FakeGateway extends CheckoutGateway {
  /** By unique reference, in the order of creation. */
  readonly ledger: Map<string, FakeTransaction>;
  readonly created: HppRequest[];
  readonly asked: TransactionReference[];
  /** `'create'`, `'retrieve'` or both fail to connect. */
  readonly down: Set<'create' | 'retrieve'>;
  /** Called before a call is answered: throw, wait, or change what is there. */
  before: {
    create?: (request: HppRequest) => unknown;
    retrieve?: (reference: TransactionReference) => unknown;
  };
  /** The answer of the last or named transaction becomes this. */
  set(change: Record<string, unknown>, uniqueReference?: string): FakeTransaction;
  pay(uniqueReference?: string): FakeTransaction;
  /** A signed notification about a transaction, as it would arrive. */
  notification(
    change?: Record<string, unknown>,
    uniqueReference?: string,
  ): Promise<{ body: string; headers: Record<string, string> }>;
}

export interface FakeGatewayOptions {
  test?: boolean;
  profile?: GatewayProfile;
  pageOrigin?: string;
  /** Fields of the status answer beside those that every gateway answers; default none: no token, no card. */
  statusFields?: 'all' | readonly string[];
}

/** What the interface document promises of a payment's result. */
const STATUS_FIELDS = [
  'TransactionToken',
  'OrderReference',
  'UniqueReference',
  'PspId',
  'Amount',
  'Currency',
  'Status',
  'isSuccess',
  'errorMessage',
];

/** What a notification says of a paid card, beside the payment itself. */
const PAID_BY_CARD = {
  Status: 'Processed',
  AuthCode: '831000',
  CardInput: true,
  CardNumber: '424242******4242',
  CardExpiry: '12/2031',
  CardHolderName: 'ADA MORROW',
  CardCountry: 'MLT',
  CardType: 'VISA',
  CardToken: CARD_TOKEN,
  Acquirer: 'Sandbank',
  Email: 'ada@example.com',
  ClientAccount: 'customer-1',
  Is3DS: true,
};

/** A gateway without sockets: its ledger is in the test's hands; signatures and readers are the real ones. */
export function fakeGateway({
  test = true,
  profile = defaultProfile,
  pageOrigin = 'https://pay.example',
  statusFields = [],
}: FakeGatewayOptions = {}): FakeGateway {
  const real = createGateway({
    baseUrl: 'https://gateway.example',
    clientId: 'id',
    clientSecret: 'secret',
    signatureSecret: 'signing',
    test,
    profile,
  });
  const ledger = new Map<string, FakeTransaction>();
  let nextPspId = 850_907;

  const find = (uniqueReference?: string): FakeTransaction => {
    const found = uniqueReference === undefined ? [...ledger.values()].at(-1) : ledger.get(uniqueReference);
    if (found === undefined) throw new Error('The ledger has no such transaction.');
    return found;
  };

  const gateway: FakeGateway = {
    profile,
    test,
    ledger,
    created: [],
    asked: [],
    down: new Set(),
    before: {},
    notifications: real.notifications,
    hpp: {
      async create(request) {
        gateway.created.push(request);
        await gateway.before.create?.(request);
        if (gateway.down.has('create')) throw new ConnectionError('The gateway is down.');
        const pspId = String(nextPspId++);
        const uniqueReference = request.uniqueReference ?? '';
        const token = uniqueReference.replaceAll('-', '');
        ledger.set(uniqueReference, {
          request,
          fields: {
            TransactionToken: token,
            OrderReference: request.orderReference,
            Status: 'PENDING',
            PspId: pspId,
            Currency: request.currency,
            Amount: String(request.amount),
            UniqueReference: uniqueReference,
            CardToken: null,
            ...(request.udf === undefined ? {} : { UDF: request.udf }),
            isSuccess: true,
            errorMessage: null,
          },
        });
        return {
          pspId,
          token,
          redirectUrl: `${pageOrigin}/page/${token}`,
          status: 'PENDING',
          uniqueReference,
          orderReference: request.orderReference,
          amount: String(request.amount),
          expiresInMs: profile.redirect.lifetimeMs,
          raw: {},
        };
      },
    },
    transactions: {
      async retrieve(reference) {
        gateway.asked.push(reference);
        await gateway.before.retrieve?.(reference);
        if (gateway.down.has('retrieve')) throw new ConnectionError('The gateway is down.');
        const found = ledger.get(reference.uniqueReference ?? '');
        if (found === undefined) throw new NotFoundError('No such transaction.', { status: 404 });
        const answered = Object.entries(found.fields).filter(
          ([name]) => statusFields === 'all' || [...STATUS_FIELDS, ...statusFields].includes(name),
        );
        return readStatus(Object.fromEntries(answered), profile);
      },
    },
    set(change, uniqueReference) {
      const found = find(uniqueReference);
      Object.assign(found.fields, change);
      return found;
    },
    pay: (uniqueReference) => gateway.set(PAID_BY_CARD, uniqueReference),
    async notification(change = {}, uniqueReference) {
      const { isSuccess, errorMessage, ...fields } = find(uniqueReference).fields;
      const all = { AttemptNumber: 1, SentDateTime: 1_700_000_000_000, ...fields, ...change };
      // `undefined` leaves a field out.
      return real.notifications.sign(JSON.parse(JSON.stringify(all)));
    },
  };
  return gateway;
}
