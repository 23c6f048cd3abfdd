import { type Answer, field, readAnswer } from './answer.ts';

export interface BackendOptions {
  /** `PUBLIC_URL`, without a slash at the end. */
  url: string;
  /** Origin of the shop's pages. */
  origin: string;
  /** Sent with every request of the widget, such as a customer's cookie. */
  headers: Readonly<Record<string, string>>;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  wait: (ms: number) => Promise<void>;
  /** Told when verify waits because the backend's rate limit says so. */
  onLimited: (ms: number) => void;
}

/** The backend as the widget, the customer's browser and the gateway see it. */
export interface Backend {
  /** `POST /session`; a text goes out as it is, anything else as JSON. */
  open(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  status(id: string, headers?: Record<string, string>): Promise<Answer>;
  /** Any request; `path` begins with a slash, or is a whole address. */
  send(path: string, init?: RequestInit): Promise<Answer>;
}

/** Longer is not waited for: the answer 429 is then the answer. */
const LONGEST_WAIT_MS = 61_000;

export function createBackend(options: BackendOptions): Backend {
  const { url, origin, headers: own } = options;

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const address = path.startsWith('/') ? url + path : path;
    for (;;) {
      const answer = await readAnswer(await options.fetch(address, { redirect: 'manual', ...init }));
      if (answer.status !== 429) return answer;
      const ms = waitOf(answer);
      if (ms > LONGEST_WAIT_MS) return answer;
      options.onLimited(ms);
      await options.wait(ms);
    }
  }

  return {
    send,
    open: (body, headers = {}) =>
      send('/session', {
        method: 'POST',
        headers: withoutEmpty({ 'content-type': 'application/json', origin, ...own, ...headers }),
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    status: (id, headers = {}) => send(`/session/${id}`, { headers: { ...own, ...headers } }),
  };
}

/** When a refused request may be sent again. */
function waitOf(answer: Answer): number {
  const ms = field(answer, 'retryAfterMs');
  if (typeof ms === 'number' && ms >= 0) return ms;
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1_000 : 1_000;
}

/** An empty text takes a header away. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}
