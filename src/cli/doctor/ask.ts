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
      throw new NoAnswerError(`${url} does not answer (${causeOf(error)}).`);
    }
  };
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

/** The answer in few words, for "expected …, got …". */
export function brief({ status, headers, json }: Answer): string {
  const code = typeof json?.code === 'string' ? ` ${json.code}` : '';
  const location = headers.get('location');
  return `${status}${code}${location === null ? '' : `, a redirect to ${location}`}`;
}
