import { afterEach, describe, expect, it } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/options.ts';
import { defaultProfile } from '../../src/protocol/gateway/defaultProfile.ts';
import { type DeepPartial, defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { describeProfile } from '../../src/protocol/gateway/describeProfile.ts';
import { fieldReader } from '../../src/protocol/gateway/fieldReader.ts';
import type { GatewayProfile } from '../../src/protocol/gateway/profile.ts';
import { rawBodyHmac } from '../../src/protocol/gateway/signature.ts';
import type { PaymentNotification, TransactionDetails } from '../../src/protocol/gateway/transaction.ts';
import type { SandboxOptions } from '../../src/sandbox/index.ts';
import { type SandboxedGateway, sandboxed, type Wire } from './gatewaySandbox.ts';

/*
 * S197: each open point is changed on both sides, where all must go as before, and on one side, where it must fail by name.
 * `onlyClient` and `onlySandbox` are the codes of that failure. Some points are one side's alone or take both documented forms;
 * there the name of what differs stands, or `passes` with the reason in `because`.
 */
interface Setting {
  point: string;
  title: string;
  profile?: DeepPartial<GatewayProfile>;
  /** What the sandbox needs beside the profile to speak that way. */
  sandbox?: SandboxOptions;
  /** What the test needs of the sandbox whichever side is changed. */
  always?: SandboxOptions;
  client?: Partial<GatewayOptions>;
  run(harness: SandboxedGateway): Promise<void>;
  onlyClient: string;
  onlySandbox: string;
  because?: string;
}

/** Something did not fail, yet went another way than with the setting on both sides. */
class Differs extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
function same(actual: unknown, expected: unknown, code: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) throw new Differs(code);
}

const GOOD = '4242424242424242';
const DECLINED = '4000000000000002';
const order = {
  amount: '10.00',
  currency: 'EUR',
  orderReference: 'Order-1',
  redirectionUrl: 'https://shop.example/return',
  failRedirectionUrl: 'https://shop.example/failed',
  callBackUrl: 'https://shop.example/notify',
};
const paymentCredentials = {
  cardNumber: GOOD,
  cvv2: '123',
  expMonth: '12',
  expYear: '2040',
  cardHolderName: 'Ada Lovelace',
};
const card = { cardNumber: GOOD, expMonth: '12', expYear: '2040', cardHolderName: 'Ada Lovelace' };

const create = async (harness: SandboxedGateway, over: object = {}) =>
  harness.client().hpp.create({ ...order, ...over });
const purchase = (harness: SandboxedGateway, over: object = {}) =>
  harness.client().payments.purchase({ ...order, ...over, paymentCredentials });

/** A page that was paid on, and what the merchant was told of it. */
async function paid(harness: SandboxedGateway, over: object = {}): Promise<PaymentNotification> {
  const session = await create(harness, over);
  await harness.payOnPage(session.token, GOOD);
  const [told] = await harness.notified();
  if (told === undefined) throw new Differs('not_notified');
  return told;
}

async function refusedOnPage(harness: SandboxedGateway): Promise<void> {
  const { token } = await create(harness);
  await harness.sandbox.page.cancel(token);
}

const lower = (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));

/** A reader of a shape that nests everything below `data`. */
function nested(json: unknown): TransactionDetails {
  const data = fieldReader(json, 'exact', 'the answer')('data') as Record<string, string>;
  if (data === undefined) throw new TypeError('data is missing');
  return { ...(data as unknown as TransactionDetails), state: 'pending', pspId: String(data.PspId) };
}

const SETTINGS: Setting[] = [
  {
    point: 'N1',
    title: 'wire.acceptCase: any letter case of a request',
    profile: { wire: { acceptCase: 'any' } },
    async run(harness) {
      const path = defaultProfile.endpoints.createHpp.path;
      const { orderReference, amount, currency, redirectionUrl, callBackUrl } = order;
      const body = {
        transactiontype: 'PURC',
        amount,
        currency,
        istest: true,
        orderreference: orderReference,
        uniquereference: 'u',
        redirectionurl: redirectionUrl,
        callbackurl: callBackUrl,
      };
      await harness.client().request({ method: 'POST', path, body });
    },
    onlyClient: 'http_error',
    onlySandbox: 'passes',
    because: 'the client sends the listed spellings, which either setting takes',
  },
  {
    point: 'N1',
    title: 'wire.readCase: answers in letter cases of their own',
    sandbox: { transformBody: { retrieve: lower } },
    client: { profile: defineProfile({ wire: { readCase: 'insensitive' } }) },
    run: async (harness) =>
      void (await harness.client().transactions.retrieve({ pspId: (await create(harness)).pspId })),
    onlyClient: 'passes',
    onlySandbox: 'response_invalid',
    because: 'the listed spellings are read either way',
  },
  {
    point: 'N2',
    title: 'limits.required',
    profile: {
      limits: { required: { hostedPage: [...defaultProfile.limits.required.hostedPage, 'Language'] } },
    },
    async run(harness) {
      await create(harness, { language: 'en' });
      // What the setting is for: without the field, either side says so.
      await create(harness).then(
        () => {
          throw new Differs('not_required');
        },
        (error) => {
          if (error.code !== 'validation_failed') throw error;
        },
      );
    },
    onlyClient: 'passes',
    onlySandbox: 'http_error',
    because: 'a client that asks for more sends what a lenient gateway takes',
  },
  {
    point: 'N3',
    title: 'tokens.parseRecord',
    profile: {
      tokens: {
        parseRecord: (json) => ({
          ...defaultProfile.tokens.parseRecord((json as { card: unknown }).card),
          clientAccount: 'read',
        }),
      },
    },
    sandbox: { transformBody: { getToken: ({ isSuccess, ...card }) => ({ isSuccess, card }) } },
    async run(harness) {
      const { cardToken } = await harness.client().cards.tokenise(card);
      same((await harness.client().cards.retrieve(cardToken)).cardHolderName, 'Ada Lovelace', 'other_record');
    },
    onlyClient: 'response_invalid',
    onlySandbox: 'response_invalid',
  },
  {
    point: 'N4',
    title: "configuration.extra: an operator's own parameter",
    client: { validate: 'strict' },
    async run(harness) {
      await create(harness, { configuration: { profile: 'dark', extra: { Theme: 'x' } } });
      await create(harness, { configuration: { theme: 'x' } }).then(
        () => {
          throw new Differs('typo_passed');
        },
        (error) => {
          if (error.code !== 'validation_failed') throw error;
        },
      );
    },
    onlyClient: 'passes',
    onlySandbox: 'passes',
    because: 'parameters are open on both sides; only a name outside `extra` is taken for a slip',
  },
  {
    point: 'N5',
    title: 'limits.extraClientFields and limits.languages',
    profile: { limits: { extraClientFields: ['TaxNumber'], languages: ['de', 'en'] } },
    async run(harness) {
      await create(harness, { language: 'de', client: { extra: { TaxNumber: 'MT1' } } });
      await create(harness).then(
        () => {
          throw new Differs('not_required');
        },
        (error) => {
          if (error.code !== 'validation_failed') throw error;
        },
      );
    },
    onlyClient: 'passes',
    onlySandbox: 'http_error',
    because: 'a client that asks for more sends what a lenient gateway takes',
  },
  {
    point: 'N6',
    title: 'status.parse',
    profile: { status: { parse: (json) => ({ ...nested(json), errorMessage: null }) } },
    sandbox: { transformBody: { retrieve: ({ isSuccess, ...data }) => ({ isSuccess, data }) } },
    async run(harness) {
      const { pspId } = await create(harness);
      same((await harness.client().transactions.retrieve({ pspId })).pspId, pspId, 'other_transaction');
    },
    onlyClient: 'response_invalid',
    onlySandbox: 'response_invalid',
  },
  {
    point: 'N7',
    title: 'status.machine: a cancelled page stays cancelled',
    profile: { status: { machine: { cancelled: [] } } },
    async run(harness) {
      const { pspId, token } = await create(harness);
      await harness.sandbox.page.cancel(token);
      try {
        harness.sandbox.trigger({ pspId, event: 'processed' });
      } catch {
        return;
      }
      throw new Differs('paid_after_cancel');
    },
    onlyClient: 'paid_after_cancel',
    onlySandbox: 'passes',
    because: "states are the gateway's to keep; the client reads each as it is told",
  },
  {
    point: 'N8',
    title: 'endpoints.retrieve: the other form of the path',
    profile: { endpoints: { retrieve: { path: '/transactions/retrieve' } } },
    run: async (harness) =>
      void (await harness.client().transactions.retrieve({ pspId: (await create(harness)).pspId })),
    onlyClient: 'not_found',
    onlySandbox: 'not_found',
  },
  {
    point: 'N9',
    title: 'payouts.apm',
    profile: {
      payouts: {
        apm: (input) => ({
          Amount: '5.00',
          Currency: 'EUR',
          OrderReference: 'o-1',
          RedirectionURL: order.redirectionUrl,
          CallBackURL: order.callBackUrl,
          Wallet: { Id: String(input) },
        }),
      },
    },
    async run(harness) {
      same((await harness.client().payouts.toApm('wallet-1')).kind, 'processed', 'not_paid_out');
    },
    onlyClient: 'http_error',
    onlySandbox: 'config_invalid',
  },
  {
    point: 'N10',
    title: 'status.query',
    profile: {
      status: { query: ({ pspId }): Record<string, string> => (pspId === undefined ? {} : { id: pspId }) },
    },
    run: async (harness) =>
      void (await harness.client().transactions.retrieve({ pspId: (await create(harness)).pspId })),
    onlyClient: 'http_error',
    onlySandbox: 'http_error',
  },
  {
    point: 'N11',
    title: 'tokens.buildCreate and tokens.parseCreate',
    profile: {
      tokens: {
        buildCreate: (c) => ({
          Holder: c.cardHolderName,
          Pan: c.cardNumber,
          Month: c.expMonth,
          Year: c.expYear,
        }),
        parseCreate: (json) => (json as { id?: string }).id ?? null,
      },
    },
    sandbox: { transformBody: { tokenise: ({ cardToken, ...rest }) => ({ ...rest, id: cardToken }) } },
    run: async (harness) => void (await harness.client().cards.tokenise(card)),
    onlyClient: 'http_error',
    onlySandbox: 'http_error',
  },
  ...(['body', 'path'] as const).map(
    (deleteCarrier): Setting => ({
      point: 'N12',
      title: `tokens.deleteCarrier: ${deleteCarrier}`,
      profile: { tokens: { deleteCarrier, deleteName: 'id' } },
      async run(harness) {
        const { cardToken } = await harness.client().cards.tokenise(card);
        await harness.client().cards.delete(cardToken);
      },
      onlyClient: deleteCarrier === 'path' ? 'not_found' : 'http_error',
      onlySandbox: deleteCarrier === 'path' ? 'not_found' : 'http_error',
    }),
  ),
  {
    point: 'N13',
    title: 'endpoints.capture',
    profile: { endpoints: { capture: { method: 'POST', path: '/api/transactions/capture' } } },
    async run(harness) {
      const client = harness.client();
      const held = await client.payments.authorise({ ...order, paymentCredentials });
      if (held.kind !== 'processed') throw new Differs('not_held');
      const capture = client.profile.endpoints.capture;
      if (capture === undefined) throw new Differs('no_capture');
      await client.request({ method: 'POST', path: capture.path, body: { PspId: held.pspId } });
    },
    onlyClient: 'not_found',
    onlySandbox: 'no_capture',
  },
  {
    point: 'N14',
    title: 'auth',
    profile: { auth: ({ clientId, clientSecret }) => ({ 'X-Key': `${clientId}/${clientSecret}` }) },
    run: async (harness) => void (await create(harness)),
    onlyClient: 'authentication_failed',
    onlySandbox: 'authentication_failed',
  },
  {
    point: 'N15',
    title: 'signature.header',
    profile: { signature: { header: 'X-Sign' } },
    run: async (harness) => void (await paid(harness)),
    onlyClient: 'authentication_failed',
    onlySandbox: 'authentication_failed',
  },
  {
    point: 'N16',
    title: 'signature.sign',
    profile: { signature: { sign: rawBodyHmac() } },
    run: async (harness) => void (await paid(harness)),
    onlyClient: 'authentication_failed',
    onlySandbox: 'authentication_failed',
  },
  {
    point: 'N17',
    title: 'signature.input',
    profile: { signature: { input: () => ({ payload: { fixed: 'yes' }, raw: 'fixed' }) } },
    run: async (harness) =>
      void (await harness.client().transactions.retrieve({ pspId: (await create(harness)).pspId })),
    onlyClient: 'authentication_failed',
    onlySandbox: 'authentication_failed',
  },
  {
    point: 'N18',
    title: 'notification.timeUnit',
    profile: { notification: { timeUnit: 's' } },
    async run(harness) {
      const { sentAt } = await paid(harness);
      if (sentAt === null || Math.abs(sentAt.getTime() - harness.sandbox.clock.now()) > 60_000)
        throw new Differs('other_time');
    },
    onlyClient: 'other_time',
    onlySandbox: 'passes',
    because: '`auto` tells seconds from milliseconds',
  },
  {
    point: 'N19',
    title: 'errors.status',
    profile: { errors: { status: { NOT_FOUND: 410 } } },
    async run(harness) {
      const error = await harness
        .client()
        .transactions.retrieve({ pspId: '999' })
        .catch((e) => e);
      if (error.code !== 'not_found') throw error;
    },
    onlyClient: 'passes',
    onlySandbox: 'http_error',
    because: 'what a profile does not name keeps the meaning that HTTP gives it',
  },
  {
    point: 'N20',
    title: 'errors.catalogue and errors.parseCode',
    // Under one status for all, only the code tells failures apart.
    profile: {
      errors: {
        status: { NOT_FOUND: 200 },
        catalogue: { NOT_FOUND: 'no such thing' },
        parseCode: (text) => /^(\w+): no such thing/.exec(text)?.[1] ?? null,
      },
    },
    async run(harness) {
      const error = await harness
        .client()
        .transactions.retrieve({ pspId: '999' })
        .catch((e) => e);
      if (error.code !== 'not_found') throw error;
      same((error as { gatewayCode?: string }).gatewayCode, 'NOT_FOUND', 'no_code');
    },
    onlyClient: 'no_code',
    onlySandbox: 'rejected',
  },
  {
    point: 'N21',
    title: 'notification.schedule',
    profile: { notification: { schedule: [0] } },
    always: { clock: 'manual', deliver: async () => new Response('no', { status: 500 }) },
    async run(harness) {
      const { token } = await create(harness);
      await harness.payOnPage(token, GOOD);
      await harness.sandbox.settle();
      const [notification] = harness.sandbox.notifications.list();
      same(notification?.attempts.length, 1, 'tried_again');
    },
    onlyClient: 'tried_again',
    onlySandbox: 'passes',
    because: "when it sends again is the gateway's",
  },
  {
    point: 'N22',
    title: 'notification.isAcknowledged and notification.ackBody',
    profile: {
      notification: {
        isAcknowledged: (_status, body) => body === '[accepted]',
        ackBody: '[accepted]',
        schedule: [0],
      },
    },
    run: acknowledged,
    onlyClient: 'passes',
    onlySandbox: 'not_acknowledged',
    because: 'any 2xx acknowledges by default, whatever its body',
  },
  {
    point: 'N23',
    title: 'notification.encode',
    profile: { notification: { encode: 'form' } },
    run: async (harness) => void (await paid(harness)),
    onlyClient: 'signature_mismatch',
    onlySandbox: 'notification_invalid',
  },
  {
    point: 'N24',
    title: 'notification.signature',
    profile: { notification: { signature: { header: 'X-Note', sign: rawBodyHmac() } } },
    run: async (harness) => void (await paid(harness)),
    onlyClient: 'signature_missing',
    onlySandbox: 'signature_missing',
  },
  {
    point: 'N25',
    title: 'limits.rate and retries',
    profile: { limits: { rate: { requests: 1, perMs: 1000 } } },
    client: { retries: 3 },
    async run(harness) {
      await create(harness);
      await create(harness);
    },
    onlyClient: 'passes',
    onlySandbox: 'rate_limited',
    because: 'patience with a gateway that limits nothing costs nothing',
  },
  {
    point: 'N26',
    title: 'limits.fields',
    profile: { limits: { fields: { OrderReference: false } } },
    run: async (harness) => void (await create(harness, { orderReference: 'x'.repeat(100) })),
    onlyClient: 'http_error',
    onlySandbox: 'validation_failed',
  },
  {
    point: 'N27',
    title: 'wire.headers',
    profile: { wire: { headers: { 'X-Api-Version': '2' } } },
    run: versioned,
    onlyClient: 'passes',
    onlySandbox: 'no_version',
    because: 'the sandbox has no versions; a header that it does not know is no harm',
  },
  {
    point: 'G1',
    title: 'status.vocabulary',
    profile: { status: { vocabulary: { PROCESSED: 'unknown', APPROVED: 'processed' } } },
    async run(harness) {
      same((await paid(harness)).state, 'processed', 'unknown_status');
    },
    onlyClient: 'unknown_status',
    onlySandbox: 'unknown_status',
  },
  {
    point: 'G2',
    title: 'notification.onFailure',
    profile: { notification: { onFailure: false } },
    async run(harness) {
      await refusedOnPage(harness);
      same((await harness.notified()).length, 0, 'notified');
    },
    onlyClient: 'notified',
    onlySandbox: 'passes',
    because: "whether it sends is the gateway's; who is not told, polls",
  },
  {
    point: 'G3',
    title: 'notification.forDirectConnect',
    profile: { notification: { forDirectConnect: false } },
    async run(harness) {
      await purchase(harness);
      same((await harness.notified()).length, 0, 'notified');
    },
    onlyClient: 'notified',
    onlySandbox: 'passes',
    because: "whether it sends is the gateway's",
  },
  {
    point: 'G4',
    title: 'notification.udf',
    profile: { notification: { udf: 'omit' } },
    async run(harness) {
      same((await paid(harness, { udf: { a: 'b' } })).udf, null, 'udf_came');
    },
    onlyClient: 'udf_came',
    onlySandbox: 'passes',
    because: "what it says is the gateway's",
  },
  {
    point: 'G5',
    title: 'redirect.query and redirect.signatureName',
    profile: { redirect: { query: ({ pspId }) => ({ id: pspId }), signatureName: null } },
    async run(harness) {
      const { token, pspId } = await create(harness);
      const step = await harness.sandbox.page.cancel(token);
      same('redirectTo' in step && new URL(step.redirectTo).search, `?id=${pspId}`, 'other_query');
    },
    onlyClient: 'other_query',
    onlySandbox: 'passes',
    because: 'no merchant may trust the query, so none reads it',
  },
  ...(['G6', 'G7'] as const).map(
    (point): Setting => ({
      point,
      title: `wire.clientCase of ${point === 'G6' ? 'payments' : 'payouts'}`,
      profile: { wire: { clientCase: 'pascal' } },
      async run(harness) {
        const client = { email: 'ada@example.com', firstName: 'Ada', city: 'Valletta' };
        const outcome =
          point === 'G6'
            ? await purchase(harness, { client })
            : await harness.client().payouts.toCard({ ...order, client, paymentCredentials });
        same(outcome.kind, 'processed', 'refused');
        const [sent] = harness.sandbox.requests.list();
        const { Client: spelled } = (sent?.request ?? {}) as { Client?: object };
        if (Object.keys(spelled ?? {})[0] !== 'Email') throw new Differs('other_spelling');
      },
      onlyClient: 'passes',
      onlySandbox: 'other_spelling',
      because: 'the document lists both spellings, so a gateway takes either',
    }),
  ),
  {
    point: 'G8',
    title: 'wire.numbersAs',
    profile: { wire: { numbersAs: 'number' } },
    async run(harness) {
      same((await purchase(harness)).kind, 'processed', 'refused');
    },
    onlyClient: 'passes',
    onlySandbox: 'passes',
    because: 'the document allows both forms, so a gateway takes either',
  },
  {
    point: 'G9',
    title: 'wire.amount',
    profile: { wire: { amount: Number } },
    async run(harness) {
      const told = await paid(harness);
      same(told.amount, '10.00', 'other_amount');
    },
    onlyClient: 'http_error',
    onlySandbox: 'passes',
    because: 'a gateway that takes numbers on its page takes the documented text as well',
  },
  {
    point: 'G9',
    title: 'wire.amount by endpoint: a number in direct connect, a text on the page',
    profile: { wire: { amount: (amount, endpoint) => (endpoint === 'execute' ? Number(amount) : amount) } },
    async run(harness) {
      same((await paid(harness)).amount, '10.00', 'other_amount');
      same((await purchase(harness)).kind, 'processed', 'refused');
      const amounts = harness.sandbox.requests
        .list()
        .map(({ request }) => (request as { Amount?: unknown } | null)?.Amount)
        .filter((amount) => amount !== undefined);
      same(amounts.map((amount) => typeof amount).sort(), ['number', 'string'], 'other_form');
    },
    onlyClient: 'passes',
    onlySandbox: 'other_form',
    because: 'the document allows both forms in direct connect, so a gateway takes either',
  },
  {
    point: 'G24',
    title: 'wire.country',
    profile: { wire: { country: { createHpp: 'alpha-2', execute: 'alpha-3' } } },
    async run(harness) {
      const client = { country: 'MT' };
      await create(harness, { client });
      same((await purchase(harness, { client })).kind, 'processed', 'refused');
      const countries = harness.sandbox.requests.list().flatMap(({ request }) => {
        const { Country, country } =
          (request as { Client?: { Country?: string; country?: string } }).Client ?? {};
        return Country ?? country ?? [];
      });
      same(countries.sort(), ['MLT', 'MT'], 'other_form');
    },
    onlyClient: 'http_error',
    onlySandbox: 'http_error',
  },
  {
    point: 'G10',
    title: 'PspId as number',
    sandbox: { transformBody: { notification: (body) => ({ ...body, PspId: Number(body.PspId) }) } },
    async run(harness) {
      expect((await paid(harness)).pspId).toMatch(/^\d+$/);
    },
    onlyClient: 'passes',
    onlySandbox: 'passes',
    because: 'the document has both forms, and both are read',
  },
  {
    point: 'G11',
    title: 'wire.accept',
    profile: { wire: { accept: (value) => value === 'OUI' } },
    sandbox: {
      transformBody: { execute: (body) => ('bankAccept' in body ? { ...body, bankAccept: 'OUI' } : body) },
    },
    async run(harness) {
      same((await purchase(harness)).kind, 'processed', 'declined');
    },
    onlyClient: 'declined',
    onlySandbox: 'declined',
  },
  {
    point: 'G12',
    title: 'errors.isDecline: isSuccess speaks of the payment only',
    profile: { errors: { isDecline: ({ isSuccess }) => !isSuccess } },
    sandbox: {
      transformBody: { execute: (body) => ('bankAccept' in body ? { ...body, bankAccept: 'NO' } : body) },
    },
    async run(harness) {
      same((await purchase(harness)).kind, 'processed', 'declined');
    },
    onlyClient: 'passes',
    onlySandbox: 'declined',
    because: 'a payment that both fields call good is good by either rule',
  },
  {
    point: 'G13',
    title: "TransactionToken of direct connect is the merchant's to keep, whatever its shape",
    sandbox: { ids: { transactionToken: () => 'tx:1' } },
    async run(harness) {
      await purchase(harness);
      same((await harness.notified())[0]?.transactionToken, 'tx:1', 'other_token');
    },
    onlyClient: 'other_token',
    onlySandbox: 'passes',
    because: 'an option of the sandbox alone',
  },
  {
    point: 'G14',
    title: 'ids: tokens of another shape',
    sandbox: { ids: { cardToken: () => 'tok.1', hppToken: () => 'page-1' } },
    async run(harness) {
      const { cardToken } = await harness.client().cards.tokenise(card);
      same([cardToken, (await create(harness)).token], ['tok.1', 'page-1'], 'other_tokens');
      await harness.client().cards.retrieve(cardToken);
    },
    onlyClient: 'other_tokens',
    onlySandbox: 'passes',
    because: 'an option of the sandbox alone',
  },
  {
    point: 'G15',
    title: 'notification.parseExpiry',
    profile: {
      notification: {
        parseExpiry: (text) =>
          /^\d{4}M\d{2}$/.test(text)
            ? { year: Number(text.slice(0, 4)), month: Number(text.slice(5)) }
            : null,
      },
    },
    sandbox: { transformBody: { notification: (body) => ({ ...body, CardExpiry: '2040M12' }) } },
    async run(harness) {
      same((await paid(harness)).cardExpiry, { year: 2040, month: 12 }, 'no_expiry');
    },
    onlyClient: 'no_expiry',
    onlySandbox: 'no_expiry',
  },
  {
    point: 'G16',
    title: 'mask',
    sandbox: { mask: (number) => `XXXX-${number.slice(-4)}` },
    async run(harness) {
      same((await paid(harness)).cardNumber, 'XXXX-4242', 'other_mask');
    },
    onlyClient: 'other_mask',
    onlySandbox: 'passes',
    because: 'an option of the sandbox alone',
  },
  {
    point: 'G17',
    title: 'redirect.lifetimeMs and notification.onExpiry',
    profile: { redirect: { lifetimeMs: 30_000 }, notification: { onExpiry: true } },
    always: { clock: 'manual' },
    async run(harness) {
      const { expiresInMs, token } = await create(harness);
      if (harness.sandbox.page.open(token).kind !== 'payable') throw new Differs('not_payable');
      await harness.sandbox.clock.advance(expiresInMs);
      same(harness.sandbox.page.open(token).kind, 'expired', 'still_payable');
      same((await harness.notified())[0]?.state, 'expired', 'not_notified');
    },
    onlyClient: 'still_payable',
    onlySandbox: 'passes',
    because: 'a page that dies sooner than its merchant counts is found dead, and told of',
  },
  {
    point: 'G18',
    title: 'frameAncestors',
    sandbox: { frameAncestors: ['https://framer.example'] },
    async run(harness) {
      const opened = harness.sandbox.page.open((await create(harness)).token);
      same(
        opened.kind === 'payable' && opened.payment.frameAncestors,
        ['https://framer.example'],
        'other_ancestors',
      );
    },
    onlyClient: 'other_ancestors',
    onlySandbox: 'passes',
    because: 'an option of the sandbox alone',
  },
  {
    point: 'G19',
    title: 'test and allowLive',
    sandbox: { allowLive: true },
    client: { test: false, baseUrl: 'https://sandbox.localhost' },
    async run(harness) {
      await create(harness);
      same(harness.sandbox.transactions.list()[0]?.test, harness.client().test, 'other_mark');
    },
    onlyClient: 'permission_denied',
    onlySandbox: 'passes',
    because: 'who allows live transactions still takes tests',
  },
  {
    point: 'G20',
    title: 'wire.configuration',
    profile: {
      wire: { configuration: { showSavedCards: ['no', 'yes'], cardHolderNameEdit: ['fixed', 'free'] } },
    },
    async run(harness) {
      const shown = async (cardHolderNameEdit: boolean) => {
        const { token } = await create(harness, {
          client: { firstName: 'Ada', lastName: 'Lovelace' },
          configuration: { cardHolderNameEdit },
        });
        const opened = harness.sandbox.page.open(token);
        return opened.kind === 'payable' && opened.payment.holderNameEditable;
      };
      same([await shown(true), await shown(false)], [true, false], 'other_switch');
    },
    onlyClient: 'other_switch',
    onlySandbox: 'other_switch',
  },
  {
    point: 'G21',
    title: 'limits.replay',
    profile: { limits: { replay: 'allow' } },
    async run(harness) {
      const first = await create(harness, { uniqueReference: 'u-1' });
      const second = await create(harness, { uniqueReference: 'u-1' });
      if (first.pspId === second.pspId) throw new Differs('same_transaction');
    },
    onlyClient: 'same_transaction',
    onlySandbox: 'passes',
    because: "what a reference that comes again means is the gateway's",
  },
  {
    point: 'G22',
    title: 'no message to the parent',
    async run(harness) {
      const { token, redirectUrl } = await create(harness);
      await harness.sandbox.page.cancel(token);
      const html = await (await harness.sandbox.fetch(redirectUrl)).text();
      if (html.includes('postMessage')) throw new Differs('parent_told');
    },
    onlyClient: 'passes',
    onlySandbox: 'passes',
    because: 'the page posts nothing to its parent on either side; no setting changes that',
  },
  {
    point: 'G23',
    title: 'redirect.declineEndsPage',
    profile: { redirect: { declineEndsPage: true } },
    always: { maxTries: 1 },
    async run(harness) {
      const { token } = await create(harness);
      await harness.payOnPage(token, DECLINED);
      await harness.payOnPage(token, GOOD);
      const states = (await harness.notified()).map(({ state }) => state);
      same(states, ['declined'], 'paid_after_decline');
    },
    onlyClient: 'paid_after_decline',
    onlySandbox: 'passes',
    because: "whether a page goes on is the gateway's; the handler asks before it opens another one",
  },
  {
    point: 'G25',
    title: 'redirect.headLivePage',
    profile: { redirect: { headLivePage: 'always' } },
    async run(harness) {
      const { token, redirectUrl } = await create(harness);
      const { status } = await harness.sandbox.fetch(redirectUrl, { method: 'HEAD' });
      same([status, harness.sandbox.page.open(token).kind], [200, 'payable'], 'page_used_up');
    },
    onlyClient: 'passes',
    onlySandbox: 'passes',
    because: 'what is asked for is the handler’s choice; a look changes nothing at the sandbox',
  },
];

/** The merchant's server answers what its profile says. */
async function acknowledged(harness: SandboxedGateway): Promise<void> {
  const { token } = await create(harness);
  await harness.payOnPage(token, GOOD);
  await harness.sandbox.settle();
  same(harness.sandbox.notifications.list()[0]?.state, 'acknowledged', 'not_acknowledged');
}

async function versioned(harness: SandboxedGateway): Promise<void> {
  const headers: string[] = [];
  const client = harness.client({
    transport: (url, init) => {
      headers.push(init.headers['X-Api-Version'] ?? 'none');
      return harness.sandbox.fetch(url, init);
    },
  });
  await client.hpp.create(order);
  same(headers, ['2'], 'no_version');
}

let harness: SandboxedGateway | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

async function outcome(
  setting: Setting,
  sides: { client: boolean; sandbox: boolean },
  wire: Wire = 'in process',
): Promise<string> {
  const profile = defineProfile(setting.profile ?? {});
  const ownProfile = setting.client?.profile;
  const clientProfile = sides.client
    ? (ownProfile ?? profile)
    : setting.point === 'N1' && ownProfile
      ? defineProfile({ wire: { readCase: 'exact' } })
      : defaultProfile;
  const { ackBody } = clientProfile.notification;
  harness = await sandboxed(
    wire,
    {
      profile: sides.sandbox ? profile : defaultProfile,
      ...(setting.point === 'N22' ? { deliver: async () => new Response(ackBody) } : {}),
      ...setting.always,
      ...(sides.sandbox ? setting.sandbox : {}),
    },
    { retries: 0, pciLevel: 'saq-d', ...(sides.client ? setting.client : {}), profile: clientProfile },
  );
  try {
    await setting.run(harness);
    return 'passes';
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    // For requests that move money the reason stands behind "unknown".
    return (code === 'outcome_unknown' ? cause?.code : code) ?? String(error);
  }
}

describe('S197 every open point, changed on both sides and on one', () => {
  for (const setting of SETTINGS) {
    it(`${setting.point} ${setting.title}: on both sides all is well`, async () => {
      expect(await outcome(setting, { client: true, sandbox: true })).toBe('passes');
    });
    it(`${setting.point} ${setting.title}: on the client alone: ${setting.onlyClient}`, async () => {
      expect(await outcome(setting, { client: true, sandbox: false })).toBe(setting.onlyClient);
    });
    it(`${setting.point} ${setting.title}: on the sandbox alone: ${setting.onlySandbox}`, async () => {
      expect(await outcome(setting, { client: false, sandbox: true })).toBe(setting.onlySandbox);
    });
  }

  it.each([
    ['require', 'require', 'passes'],
    ['ifPresent', 'ignore', 'passes'],
    ['ignore', 'require', 'passes'],
    ['require', 'ignore', 'response_signature_invalid'],
  ] as const)('N16 signature.responses: client %s, sandbox %s: %s', async (client, sandbox, expected) => {
    const sides = { client: true, sandbox: true };
    const setting: Setting = {
      point: 'N16',
      title: 'signature.responses',
      profile: { signature: { responses: sandbox } },
      client: { profile: defineProfile({ signature: { responses: client } }) },
      async run(harness) {
        const session = await create(harness);
        await harness.client().transactions.retrieve({ pspId: session.pspId });
      },
      onlyClient: expected,
      onlySandbox: expected,
    };
    expect(await outcome(setting, sides)).toBe(expected);
  });

  for (const wire of ['strict framing, node transport', 'strict framing, fetch'] as const) {
    describe(`over sockets with ${wire}`, () => {
      for (const setting of SETTINGS) {
        const { point, title, onlyClient, onlySandbox } = setting;
        it(`${point} ${title}: all as without a wire`, async () => {
          const both = { client: true, sandbox: true };
          expect(await outcome(setting, both, wire)).toBe('passes');
          await harness?.close();
          expect(await outcome(setting, { ...both, sandbox: false }, wire)).toBe(onlyClient);
          await harness?.close();
          expect(await outcome(setting, { ...both, client: false }, wire)).toBe(onlySandbox);
        });
      }
    });
  }

  it('names every point that there is', () => {
    const points = describeProfile(defaultProfile).map(({ point }) => point);
    expect(points.filter((point) => !SETTINGS.some((setting) => setting.point === point))).toEqual([]);
  });

  it('says why, wherever one side may differ without harm', () => {
    expect(
      SETTINGS.filter(
        ({ onlyClient, onlySandbox, because }) =>
          (onlyClient === 'passes' || onlySandbox === 'passes') && !because,
      ),
    ).toEqual([]);
  });
});
