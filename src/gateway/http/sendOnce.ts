import { ShapeError } from '../../protocol/gateway/shapeError.ts';
import { HttpError, ResponseShapeError, ResponseSignatureError } from '../errors/answerErrors.ts';
import { AbortedError, ConnectionError, TimeoutError } from '../errors/connectionErrors.ts';
import { errorClass } from '../errors/errorClass.ts';
import { type ErrorContext, GatewayError } from '../errors/gatewayError.ts';
import { readErrorText } from '../errors/readErrorText.ts';
import type { CallEvent } from '../hooks.ts';
import type { CallerContext, ReadAnswer } from './call.ts';
import { readBody } from './readBody.ts';
import { retryAfterMs } from './retryAfter.ts';
import type { TransportRequest, TransportResponse } from './transport.ts';
import { wasNotSent } from './wasNotSent.ts';

/** What stays the same over all tries of a call. */
export interface Attempt {
  context: CallerContext;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  event: (attempt: number) => CallEvent;
  errorContext: (attempts: number) => ErrorContext;
  /** The request's headers for whoever listens, without any credential. */
  shownHeaders: () => Record<string, string>;
  /** What no hook may see of the request. */
  requestSecrets: () => readonly string[];
  /** What no hook may see of the request and of this answer. */
  secrets: (json: Record<string, unknown> | null) => readonly string[];
}

/** What is known of a request that failed: refused for good, provably not accepted, or neither. */
type Outcome = 'refused' | 'not accepted' | 'unknown';

export type AttemptResult<T> =
  | { ok: true; value: T; status: number }
  | { ok: false; error: GatewayError; outcome: Outcome; retryAfterMs: number | null; status?: number };

const WARNING_HEADERS = ['Deprecation', 'Sunset', 'Warning'];

/** One try: send, wait for the answer, read it. Never rejects for anything the gateway or the network does. */
export async function attemptOnce<T>(
  attempt: Attempt,
  read: ReadAnswer<T>,
  tries: number,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<AttemptResult<T>> {
  const { context, event } = attempt;
  const { runtime, observer } = context;
  const errorContext = attempt.errorContext(tries);
  const startedAt = runtime.now();

  const sent = await exchange(attempt, timeoutMs, signal);
  if ('failure' in sent) return failed(sent, errorContext, timeoutMs);
  const { response, text } = sent;
  const { status } = response;
  const json = parseObject(text);
  const secrets = () => attempt.secrets(json ?? null);
  for (const name of WARNING_HEADERS) {
    const warning = response.headers.get(name);
    if (warning !== null)
      observer.emit('warning', () => ({ ...event(tries), warning: `${name}: ${warning}` }), secrets);
  }
  observer.emit(
    'response',
    () => ({ ...event(tries), status, durationMs: runtime.now() - startedAt, body: json ?? text }),
    secrets,
  );

  if (status < 200 || status > 299) return refused(context, response, text, json, errorContext);
  const unclear = (error: GatewayError): AttemptResult<T> => ({
    ok: false,
    error,
    // The same bytes would be as unreadable the next time, but the caller of a read may ask again later.
    outcome: attempt.method === 'GET' ? 'refused' : 'unknown',
    retryAfterMs: null,
    status,
  });
  if (json === undefined) {
    return unclear(
      new ResponseShapeError(`The gateway's answer (HTTP ${status}) is not a JSON object.`, errorContext),
    );
  }
  try {
    const problem = await signatureProblem(context, response, text, json);
    if (problem !== null) return unclear(new ResponseSignatureError(problem, errorContext));
    return { ok: true, value: read(json, errorContext), status };
  } catch (error) {
    if (error instanceof GatewayError)
      return { ok: false, error, outcome: 'refused', retryAfterMs: null, status };
    const { message } = error as Error;
    const path = error instanceof ShapeError ? { path: error.path } : {};
    return unclear(
      new ResponseShapeError(`The gateway's answer cannot be read. ${message}`, {
        ...errorContext,
        ...path,
        cause: error,
      }),
    );
  }
}

type Sent =
  | { response: TransportResponse; text: string }
  | { failure: unknown; why: 'timeout' | 'aborted' | 'broken' };

function exchange(attempt: Attempt, timeoutMs: number, signal: AbortSignal | undefined): Promise<Sent> {
  const { transport, runtime } = attempt.context;
  return new Promise((resolve) => {
    let why: 'timeout' | 'aborted' | 'broken' = 'broken';
    const controller = new AbortController();
    const stop = (reason: 'timeout' | 'aborted') => {
      why = reason;
      controller.abort();
      void transportSpeaksFirst().then(() => end({ failure: signal?.reason, why: reason }));
    };
    const stopByCaller = () => stop('aborted');
    const cancelTimer = runtime.timer(Math.max(0, timeoutMs), () => stop('timeout'));
    signal?.addEventListener('abort', stopByCaller, { once: true });
    const end = (sent: Sent) => {
      cancelTimer();
      signal?.removeEventListener('abort', stopByCaller);
      resolve(sent);
    };

    const { url, method, headers, body } = attempt;
    const request: TransportRequest = { method, headers, redirect: 'manual', signal: controller.signal };
    if (body !== undefined) request.body = body;
    async function sendAndRead(): Promise<void> {
      try {
        const response = await transport(url, request);
        end({ response, text: await readBody(response) });
      } catch (failure) {
        end({ failure, why });
      }
    }
    void sendAndRead();
  });
}

/**
 * Some turns of the microtask queue. A transport that heeds its signal rejects within them, and may say that no connection
 * stood yet; one that ignores it is left behind.
 */
async function transportSpeaksFirst(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await null;
}

function failed<T>(
  sent: Extract<Sent, { failure: unknown }>,
  errorContext: ErrorContext,
  timeoutMs: number,
): AttemptResult<T> {
  const cause = sent.failure;
  const withCause = cause === undefined ? errorContext : { ...errorContext, cause };
  const notSent = wasNotSent(cause);
  if (sent.why === 'aborted') {
    const error = new AbortedError('The call was aborted.', withCause);
    return { ok: false, error, outcome: notSent ? 'refused' : 'unknown', retryAfterMs: null };
  }
  const error =
    sent.why === 'timeout'
      ? new TimeoutError(`The gateway did not answer within ${timeoutMs} ms.`, withCause)
      : new ConnectionError(`The gateway could not be reached: ${reason(cause)}`, withCause);
  return { ok: false, error, outcome: notSent ? 'not accepted' : 'unknown', retryAfterMs: null };
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return 'no reason given.';
  const inner = cause.cause instanceof Error ? ` (${cause.cause.message})` : '';
  const { code } = cause as { code?: unknown };
  return `${cause.message === '' ? String(code ?? cause.name) : cause.message}${inner}.`;
}

function refused<T>(
  context: CallerContext,
  response: TransportResponse,
  text: string,
  json: Record<string, unknown> | null | undefined,
  errorContext: ErrorContext,
): AttemptResult<T> {
  const { status } = response;
  const wait = retryAfterMs(response.headers.get('Retry-After'), context.runtime.now());
  const { errorMessage, gatewayCode } = readErrorText(json ?? null, context.profile);
  const details = { ...errorContext, status, body: text, errorMessage, gatewayCode, retryAfterMs: wait };
  if (status === 0 || (status >= 300 && status < 400)) {
    const error = new HttpError(
      `The gateway answered with a redirect (HTTP ${status}), which is never followed. Check baseUrl.`,
      details,
    );
    return { ok: false, error, outcome: 'refused', retryAfterMs: null, status };
  }
  const ErrorOfStatus = errorClass(status, gatewayCode, context.profile);
  const error = new ErrorOfStatus(
    `The gateway refused the request (HTTP ${status})${errorMessage === null ? '.' : `: ${errorMessage}`}`,
    details,
  );
  const outcome: Outcome =
    error.code === 'rate_limited' ? 'not accepted' : status === 408 || status >= 500 ? 'unknown' : 'refused';
  return { ok: false, error, outcome, retryAfterMs: wait, status };
}

/** `undefined`: no JSON object; `null`: nothing at all. */
function parseObject(text: string): Record<string, unknown> | null | undefined {
  if (text === '') return null;
  try {
    const json: unknown = JSON.parse(text);
    return json !== null && typeof json === 'object' && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

async function signatureProblem(
  { profile, signer }: CallerContext,
  response: TransportResponse,
  text: string,
  json: Record<string, unknown> | null,
): Promise<string | null> {
  const { responses, header, sign } = profile.signature;
  if (responses === 'ignore') return null;
  const given = response.headers.get(header);
  if (given === null || given === '') {
    return responses === 'require' ? `The gateway's answer has no "${header}" header.` : null;
  }
  const message = { payload: json ?? {}, raw: text };
  return (await signer.matches(message, given, sign))
    ? null
    : "The signature of the gateway's answer does not match.";
}
