import { causeOf } from '../controls.ts';
import type { Io } from '../io.ts';

/** An answer, read. Redirects are not followed: each is a finding. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body's JSON object; `null` for anything else. */
  json: Readonly<Record<string, unknown>> | null;
}

/** No answer came. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  /** In plain words: `nothing listens there (ECONNREFUSED)`. */
  readonly reason: string;
  readonly isTimeout: boolean;

  constructor(url: string, cause: string, timeoutMs: number) {
    const isTimeout = /timeout|aborted/i.test(cause);
    const reason = isTimeout ? `no answer within ${timeoutMs} ms` : reasonOf(cause);
    super(`${url} does not answer: ${reason}.`);
    this.reason = reason;
    this.isTimeout = isTimeout;
  }
}

export type Ask = (url: string, init?: RequestInit) => Promise<Answer>;

/** Asks over HTTP. @throws NoAnswerError saying why, as far as the platform reports it. */
export function createAsk(io: Io, timeoutMs: number): Ask {
  return async (url, init) => {
    try {
      const response = await io.fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        ...init,
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: objectOf(text) };
    } catch (error) {
      throw new NoAnswerError(url, isTimeout(error) ? 'timeout' : causeOf(error), timeoutMs);
    }
  };
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError';

const REASONS: readonly (readonly [cause: RegExp, reason: string])[] = [
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ENOTFOUND|EAI_AGAIN/, 'no such host name'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|certificate/i, 'its certificate is not trusted here'],
  [
    /WRONG_VERSION_NUMBER|EPROTO|HTTPParserError|HPE_/,
    'it speaks another protocol: http where https was asked for, or the other way',
  ],
  [/ECONNRESET|other side closed|EPIPE/i, 'it closed the connection'],
  [/bad port/, 'browsers and fetch refuse that port'],
  [/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/, 'there is no way to it from here'],
];

function reasonOf(cause: string): string {
  const known = REASONS.find(([pattern]) => pattern.test(cause))?.[1];
  return known === undefined ? cause : `${known} (${cause})`;
}

function objectOf(text: string): Answer['json'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null; // HTML, or nothing: the check says what was expected
  }
}

/** The answer in few words, for "expected …, got …": status, code, and the reason that it gives. */
export function brief({ status, headers, json }: Answer): string {
  const code = typeof json?.code === 'string' ? ` ${json.code}` : '';
  const said = json?.detail ?? json?.title;
  const detail = typeof said === 'string' ? ` ("${said}")` : '';
  const location = headers.get('location');
  return `${status}${code}${detail}${location === null ? '' : `, a redirect to ${location}`}`;
}
