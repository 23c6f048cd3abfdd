import { ORDERS, type Spoilt, type Wrong } from './openVerify.ts';

/** A backend with one fault, and the rules that it breaks: all of them, and no other. */
export interface WrongBackend {
  name: string;
  breaks: readonly string[];
  spoil: () => Spoilt;
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

/** Changes the good answer to the requests that it is about. */
function answering(
  about: (request: Request, path: string) => boolean,
  change: (answer: Response, request: Request) => Response | Promise<Response>,
): Wrong {
  return async (request, path, good) =>
    about(request, path) ? change(await good(request.clone()), request) : undefined;
}

const isOpen = ({ method }: Request, path: string) => method === 'POST' && path === '/session';
const isStatus = ({ method }: Request, path: string) => method === 'GET' && path.startsWith('/session/');
const isReturn = (_: Request, path: string) => path.startsWith('/return/');
const isNotify = (_: Request, path: string) => path.startsWith('/notify/');

function withHeaders(answer: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(answer.headers);
  change(headers);
  return new Response(answer.body, { status: answer.status, headers });
}

async function withBody(
  answer: Response,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Response> {
  const { status, headers } = answer;
  return new Response(JSON.stringify(change((await answer.json()) as Record<string, unknown>)), {
    status,
    headers,
  });
}

/** Believes a notification when it should not: `believes` is asked for each, with what it says and which session it came for. */
function believing(
  believes: (said: Record<string, string>, signed: string | null, opened: Record<string, string>) => boolean,
): () => Spoilt {
  return () => {
    const believed = new Set<string>();
    const opened = new Map<string, Record<string, string>>();
    const wrong: Wrong = async (request, path, good) => {
      const [, route, id = ''] = path.split('/');
      if (isOpen(request, path)) {
        const sent = (await request
          .clone()
          .json()
          .catch(() => ({}))) as Record<string, string>;
        const answer = await good(request.clone());
        const { sessionId } = (await answer.clone().json()) as Record<string, string>;
        if (sessionId !== undefined && typeof sent.order === 'string')
          opened.set(sessionId, { OrderReference: sent.order, Amount: '49.90', Currency: 'EUR' });
        return answer;
      }
      if (route === 'notify') {
        const said = (await request
          .clone()
          .json()
          .catch(() => ({}))) as Record<string, string>;
        const facts = opened.get(id);
        if (facts && said?.Status === 'Processed' && believes(said, request.headers.get('signature'), facts))
          believed.add(id);
      }
      if (isStatus(request, path) && believed.has(id)) {
        return json({ status: 'completed', orderReference: opened.get(id)?.OrderReference }, 200, {
          'cache-control': 'no-store',
        });
      }
      return undefined;
    };
    return { wrong };
  };
}
const same = (said: Record<string, string>, facts: Record<string, string>, names: readonly string[]) =>
  names.every((name) => said[name] === facts[name]);
/** Looks like a genuine one: what is forged without a signature, or with a wrong one, is the good backend's to refuse. */
const isSigned = (signature: string | null) => signature !== null && !signature.startsWith('bm90');

export const WRONG_BACKENDS: readonly WrongBackend[] = [
  {
    name: 'tells completed on the return page’s word',
    breaks: ['return-page-settles-nothing', 'unpaid-stays-unpaid'],
    spoil: () => {
      const returned = new Set<string>();
      const wrong: Wrong = async (request, path) => {
        const id = path.split('/')[2] ?? '';
        if (isReturn(request, path) && /status=processed/i.test(request.url)) returned.add(id);
        return isStatus(request, path) && returned.has(id) ? json({ status: 'completed' }) : undefined;
      };
      return { wrong };
    },
  },
  {
    name: 'accepts an unsigned notification',
    breaks: ['unsigned-notification-settles-nothing', 'unpaid-stays-unpaid'],
    spoil: believing((said, signature, facts) => signature === null && same(said, facts, Object.keys(facts))),
  },
  {
    name: 'does not check the signature',
    breaks: ['wrongly-signed-notification-settles-nothing', 'unpaid-stays-unpaid'],
    spoil: believing(
      (said, signature, facts) =>
        signature?.startsWith('bm90') === true && same(said, facts, Object.keys(facts)),
    ),
  },
  {
    name: 'accepts a wrong amount',
    breaks: [
      'notification-of-another-amount-settles-nothing',
      'answer-of-another-amount-settles-nothing',
      'unpaid-stays-unpaid',
    ],
    spoil: believing(
      (said, signature, facts) =>
        isSigned(signature) &&
        said.PspId !== '999999999' &&
        same(said, facts, ['OrderReference', 'Currency']),
    ),
  },
  {
    name: 'accepts a wrong currency',
    breaks: [
      'notification-of-another-currency-settles-nothing',
      'answer-of-another-currency-settles-nothing',
      'unpaid-stays-unpaid',
    ],
    spoil: believing(
      (said, signature, facts) =>
        isSigned(signature) && said.PspId !== '999999999' && same(said, facts, ['OrderReference', 'Amount']),
    ),
  },
  {
    name: 'accepts another order’s notification',
    breaks: ['notification-of-another-order-settles-nothing', 'unpaid-stays-unpaid'],
    spoil: believing(
      (said, signature, facts) =>
        isSigned(signature) && said.PspId !== '999999999' && same(said, facts, ['Amount', 'Currency']),
    ),
  },
  {
    name: 'accepts another transaction’s notification',
    breaks: ['notification-of-another-transaction-settles-nothing', 'unpaid-stays-unpaid'],
    spoil: believing(
      (said, signature, facts) => isSigned(signature) && same(said, facts, Object.keys(facts)),
    ),
  },
  {
    name: 'answers 200 to a refused notification',
    breaks: ['refused-notification-is-not-acknowledged', 'malformed-notification-is-refused'],
    spoil: () => ({
      wrong: answering(isNotify, (answer) => (answer.status === 401 ? new Response('OK') : answer)),
    }),
  },
  {
    name: 'answers 200 to whatever is posted as a notification',
    breaks: [
      'refused-notification-is-not-acknowledged',
      'malformed-notification-is-refused',
      'large-notification-is-refused',
    ],
    spoil: () => ({ wrong: answering(isNotify, () => new Response('OK')) }),
  },
  {
    name: 'answers 500 to a notification',
    breaks: ['notification-is-acknowledged', 'repeated-notification-is-acknowledged'],
    spoil: () => ({
      wrong: answering(isNotify, (answer) => (answer.ok ? new Response('', { status: 500 }) : answer)),
    }),
  },
  {
    name: 'has one notification address for all',
    breaks: ['notification-address-has-a-secret'],
    spoil: () => ({
      transaction: (each) => ({ ...each, callBackUrl: 'http://127.0.0.1:8000/checkout/notify' }),
    }),
  },
  {
    name: 'tells in a status what belongs to another session',
    breaks: ['status-is-of-that-session-alone'],
    spoil: () => {
      let paid: string | null = null;
      const wrong: Wrong = async (request, path, good) => {
        if (!isStatus(request, path)) return undefined;
        const answer = await good(request.clone());
        const { status, orderReference } = (await answer.clone().json()) as Record<string, string>;
        if (status === 'completed') paid = orderReference ?? null;
        return paid === null || status === undefined
          ? answer
          : withBody(answer, (body) => ({ ...body, orderReference: paid }));
      };
      return { wrong };
    },
  },
  {
    name: 'tells the card in the status',
    breaks: ['status-tells-no-details'],
    spoil: () => ({
      wrong: answering(isStatus, (answer) =>
        answer.ok ? withBody(answer, (body) => ({ ...body, card: '424242******4242' })) : answer,
      ),
    }),
  },
  {
    name: 'answers for sessions that do not exist',
    breaks: ['unknown-session-is-not-found', 'errors-are-problem-documents'],
    spoil: () => ({
      wrong: answering(isStatus, (answer) =>
        answer.status === 404 ? json({ status: 'open', retryAfterMs: 1 }) : answer,
      ),
    }),
  },
  {
    name: 'opens a session for an order without a price',
    breaks: ['unknown-order-gets-no-page', 'strange-order-gets-no-page', 'errors-are-problem-documents'],
    spoil: () => ({
      resolveOrder: (order) => ({ orderReference: String(order), amount: '49.90', currency: 'EUR' }),
    }),
  },
  {
    name: 'believes the amount that the browser sends',
    breaks: ['price-is-the-shops'],
    spoil: () => {
      let amount = '49.90';
      return {
        wrong: async (request, path) => {
          if (!isOpen(request, path)) return undefined;
          const sent = (await request
            .clone()
            .json()
            .catch(() => ({}))) as { amount?: string };
          amount = sent?.amount ?? '49.90';
          return undefined;
        },
        resolveOrder: (order) => priced(order, amount),
      };
    },
  },
  {
    name: 'gives a paid order a second page',
    breaks: ['paid-order-gets-no-second-page'],
    spoil: () => ({
      wrong: answering(isOpen, (answer) =>
        answer.status === 409
          ? json({ sessionId: 'f'.repeat(32), redirectUrl: 'https://pay.example/1' }, 201)
          : answer,
      ),
    }),
  },
  {
    name: 'counts its session ids',
    breaks: [
      'session-ids-cannot-be-guessed',
      'paid-order-gets-no-second-page',
      'return-addresses-are-the-sessions-own',
      'return-page-takes-get-and-post',
    ],
    spoil: () => ({ wrong: countedIds() }),
  },
  {
    name: 'lets every site read, with credentials',
    breaks: ['other-sites-read-nothing', 'shops-own-page-may-ask'],
    spoil: () => ({
      wrong: answering(
        () => true,
        (answer) =>
          withHeaders(answer, (headers) => {
            headers.set('access-control-allow-origin', '*');
            headers.set('access-control-allow-credentials', 'true');
          }),
      ),
    }),
  },
  {
    name: 'lets whoever asks read',
    breaks: ['other-sites-read-nothing'],
    spoil: () => ({
      wrong: answering(
        ({ headers }) => headers.has('origin'),
        (answer, request) =>
          withHeaders(answer, (headers) =>
            headers.set('access-control-allow-origin', request.headers.get('origin') ?? ''),
          ),
      ),
    }),
  },
  {
    name: 'opens pages for other sites',
    breaks: ['other-sites-page-is-refused', 'cross-site-without-origin-is-refused'],
    spoil: () => ({
      wrong: async (request, path, good) => {
        if (!isOpen(request, path)) return undefined;
        const headers = new Headers(request.headers);
        headers.delete('origin');
        headers.delete('sec-fetch-site');
        return good(new Request(request.clone(), { headers }));
      },
    }),
  },
  {
    name: 'takes a plain text for JSON',
    breaks: ['form-post-is-refused'],
    spoil: () => ({
      wrong: async (request, path, good) => {
        if (!isOpen(request, path)) return undefined;
        const headers = new Headers(request.headers);
        headers.set('content-type', 'application/json');
        return good(new Request(request.clone(), { headers }));
      },
    }),
  },
  {
    name: 'leads the return page wherever its query says',
    breaks: ['return-page-leads-to-no-foreign-page'],
    spoil: () => ({
      wrong: async (request, path) => {
        const next = new URL(request.url).searchParams.get('next');
        return isReturn(request, path) && next !== null
          ? new Response(null, { status: 302, headers: { location: next } })
          : undefined;
      },
    }),
  },
  {
    name: 'writes the query into the return page',
    breaks: ['return-page-repeats-nothing-of-its-address'],
    spoil: () => ({
      wrong: answering(isReturn, async (answer, request) => {
        const status = new URL(request.url).searchParams.get('Status') ?? '';
        return new Response(`${await answer.text()}<p>${status}</p>`, answer);
      }),
    }),
  },
  {
    name: 'lets everybody frame the return page',
    breaks: ['return-page-is-framed-by-shop-and-gateway-only'],
    spoil: () => ({
      wrong: answering(isReturn, (answer) =>
        withHeaders(answer, (headers) => headers.delete('content-security-policy')),
      ),
    }),
  },
  {
    name: 'lets nobody frame the return page',
    breaks: ['return-page-is-framed-by-shop-and-gateway-only'],
    spoil: () => ({
      wrong: answering(isReturn, (answer) =>
        withHeaders(answer, (headers) => headers.set('x-frame-options', 'DENY')),
      ),
    }),
  },
  {
    name: 'takes no posted return',
    breaks: ['return-page-takes-get-and-post'],
    spoil: () => ({
      wrong: async (request, path) =>
        isReturn(request, path) && request.method === 'POST' ? new Response('', { status: 405 }) : undefined,
    }),
  },
  {
    name: 'lets answers be cached',
    breaks: ['answers-are-not-cached'],
    spoil: () => ({
      wrong: answering(isStatus, (answer) =>
        withHeaders(answer, (headers) => headers.set('cache-control', 'max-age=60')),
      ),
    }),
  },
  {
    name: 'says what is wrong in HTML',
    breaks: [
      'errors-are-problem-documents',
      'unknown-order-gets-no-page',
      'malformed-request-is-refused',
      'form-post-is-refused',
      'large-request-is-refused',
      'gateway-outage-is-said',
      'other-sites-page-is-refused',
      'cross-site-without-origin-is-refused',
      'paid-order-gets-no-second-page',
      'unknown-session-is-not-found',
    ],
    spoil: () => ({
      wrong: answering(
        () => true,
        (answer, request) =>
          answer.status < 400 || isNotify(request, new URL(request.url).pathname.replace('/checkout', ''))
            ? answer
            : new Response('<h1>Error</h1>', {
                status: answer.status,
                headers: { 'content-type': 'text/html' },
              }),
      ),
    }),
  },
  {
    name: 'never asks the gateway',
    breaks: ['lost-notification-is-made-up-for', 'expired-page-is-told'],
    spoil: () => ({ limits: { pollIntervalMs: 600_000 }, sweepEveryMs: false }),
  },
  {
    name: 'fulfils at every notification',
    breaks: ['order-is-fulfilled-once'],
    spoil: () => {
      const fulfilled: string[] = [];
      return {
        fulfilled: () => fulfilled,
        wrong: answering(isNotify, async (answer, request) => {
          if (answer.ok)
            fulfilled.push(((await request.json()) as { OrderReference: string }).OrderReference);
          return answer;
        }),
      };
    },
  },
  {
    name: 'opens a page for each click',
    breaks: ['order-has-one-page', 'paid-order-gets-no-second-page'],
    spoil: () => {
      let clicks = 0;
      return {
        resolveOrder: (order) => {
          const found = priced(order);
          return found && { ...found, orderReference: `${found.orderReference}-${++clicks}` };
        },
      };
    },
  },
  {
    name: 'makes a page up while the gateway is away',
    breaks: ['gateway-outage-is-said'],
    spoil: () => ({
      wrong: answering(isOpen, (answer) =>
        answer.status === 503
          ? json({ sessionId: 'e'.repeat(32), redirectUrl: 'https://pay.example/2' }, 201)
          : answer,
      ),
    }),
  },
  {
    name: 'keeps to a decline when the money comes after all',
    breaks: ['money-wins'],
    spoil: () => {
      const failed = new Set<string>();
      const wrong: Wrong = async (request, path, good) => {
        if (!isStatus(request, path)) return undefined;
        const answer = await good(request.clone());
        const { status } = (await answer.clone().json()) as { status: string };
        if (status === 'failed') failed.add(path);
        return failed.has(path) ? json({ status: 'failed' }) : answer;
      };
      return { wrong };
    },
  },
  {
    name: 'compares nothing but the status of an answer',
    breaks: [
      'answer-of-another-amount-settles-nothing',
      'answer-of-another-currency-settles-nothing',
      'notification-of-another-amount-settles-nothing',
      'notification-of-another-currency-settles-nothing',
      'notification-of-another-order-settles-nothing',
      'notification-of-another-transaction-settles-nothing',
      'unpaid-stays-unpaid',
    ],
    spoil: believing((_, signature) => isSigned(signature)),
  },
];

function priced(order: unknown, amount = '49.90') {
  return typeof order === 'string' && ORDERS.includes(order)
    ? { orderReference: order, amount, currency: 'EUR' }
    : null;
}

/** Hides the good backend's ids behind a counter. */
function countedIds(): Wrong {
  const known: string[] = [];
  const number = (id: string) => String(known.indexOf(id) + 1).padStart(32, '0');
  return async (request, path, good) => {
    const counted = /\/(0{20}\d{12})(?=\/|$)/.exec(path)?.[1];
    const id = counted === undefined ? undefined : known[Number(counted) - 1];
    const answer = await good(
      id === undefined
        ? request.clone()
        : new Request(request.url.replace(counted ?? '', id), request.clone()),
    );
    if (!isOpen(request, path) || answer.status !== 201) return answer;
    return withBody(answer, ({ sessionId, statusUrl, ...rest }) => {
      if (!known.includes(String(sessionId))) known.push(String(sessionId));
      return { ...rest, sessionId: number(String(sessionId)) };
    });
  };
}
