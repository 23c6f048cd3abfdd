import { type Answer, type Ask, brief, NoAnswerError } from '../ask.ts';
import { type Finding, failed } from '../check.ts';

/** The handler as its health tells of it. */
export interface FoundHandler {
  /** Where it was asked, without a slash at the end. */
  url: string;
  /** What it takes for its own address; `null` where it does not say, as a backend of another language may not. */
  publicUrl: string | null;
  test: boolean | null;
  /** How it stands with its gateway. */
  gateway: 'ok' | 'credentials' | 'signature' | 'unreachable' | 'other';
  /** By its `Date` header; `null` without one. */
  clock: number | null;
}

/** Where handlers are usually mounted. */
const USUAL_PATHS = ['/checkout', '/api/checkout', '/pay', '/payment', '/api', ''];

/** Looks for the handler, which all the other checks build on. Returns what is wrong where there is none that works. */
export async function findHandler(url: string, ask: Ask): Promise<FoundHandler | Finding> {
  let answer: Answer;
  try {
    answer = await ask(`${url}/health`);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return failed('server_down', {
      detail: error.message,
      expected: `the shop’s server at ${new URL(url).origin}.`,
      change: 'Start it. If it runs, correct host and port in --url: it is the publicUrl of the handler.',
    });
  }
  if (answer.json?.code === 'store_unavailable' || answer.json?.store === 'down') return storeDown(answer);
  if (!isHealth(answer)) return await handlerMissing(url, answer, ask);
  return readHealth(url, answer);
}

const isHealth = ({ json }: Answer) => typeof json?.status === 'string' && typeof json.store === 'string';

function readHealth(url: string, { json, headers }: Answer): FoundHandler {
  const { publicUrl, test, gateway, gatewayError } = json ?? {};
  const clock = Date.parse(headers.get('date') ?? '');
  const trouble = ['credentials', 'signature', 'unreachable', 'other'] as const;
  return {
    url,
    publicUrl: typeof publicUrl === 'string' ? publicUrl : null,
    test: typeof test === 'boolean' ? test : null,
    gateway: gateway === 'ok' ? 'ok' : (trouble.find((each) => each === gatewayError) ?? 'unreachable'),
    clock: Number.isNaN(clock) ? null : clock,
  };
}

function storeDown(answer: Answer): Finding {
  return failed('store_down', {
    detail: `The server runs, and cannot use its store (its database): it answers ${brief(answer)}.`,
    expected: 'the store that createCheckoutHandler was given, open and answering.',
    change:
      'If the answer above gives no reason, the server’s log does. PostgreSQL, MySQL: start the database, and compare its address. ' +
      'SQLite: the folder of the file must exist and be writable. A driver that is missing: npm install libsql, pg or mysql2.',
  });
}

async function handlerMissing(url: string, answer: Answer, ask: Ask): Promise<Finding> {
  const elsewhere = await findElsewhere(url, ask);
  if (elsewhere === null && answer.status === 404 && answer.json?.code === 'not_found') return otherPath(url);
  return failed('handler_missing', {
    detail: `The server runs, and there is no checkout handler at ${url}: ${url}/health answers ${brief(answer)}.`,
    expected: 'the handler, mounted at the path of its publicUrl, with everything below it.',
    change:
      elsewhere === null
        ? `Mount it there, as app.use('${new URL(url).pathname}', toNodeHandler(handler)) does; or give --url the address where it is.`
        : `There is one at ${elsewhere}. If that is right, say --url ${elsewhere}; if not, mount it at ${new URL(url).pathname}.`,
  });
}

/** The answer is the handler's own, which goes by the path of its publicUrl. */
function otherPath(url: string): Finding {
  const { pathname } = new URL(url);
  return failed('public_url_wrong', {
    detail: `The handler is reached at ${url}, and knows no such path: the path of its publicUrl is not ${pathname}.`,
    expected: 'one path: the handler is mounted where its publicUrl says.',
    change: `Set publicUrl (PUBLIC_URL) to ${url} and start the server again. If the publicUrl is right, mount the handler at its path, and give --url that address.`,
  });
}

/** A handler in one of the usual places, or above the path that was given. */
async function findElsewhere(url: string, ask: Ask): Promise<string | null> {
  const { origin, pathname } = new URL(url);
  const parts = pathname.split('/').filter((part) => part !== '');
  const above = parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`).reverse();
  for (const path of new Set([...above, ...USUAL_PATHS])) {
    if (`${origin}${path}` === url) continue;
    const answer = await ask(`${origin}${path}/health`).catch(() => null);
    if (answer !== null && isHealth(answer)) return `${origin}${path}`;
  }
  return null;
}
