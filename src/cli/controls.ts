import { isWebUrl } from '../protocol/gateway/isWebUrl.ts';
import { CommandError, type Input, text, UsageError } from './command.ts';
import type { Io } from './io.ts';
import { withProgress } from './progress.ts';

/** Options of every command that steers a running sandbox. */
export const CONTROL_OPTIONS = { url: { type: 'string' }, token: { type: 'string' } } as const;

export const CONTROL_HELP = `  --url <address>   The running sandbox. Default: $HPP_SANDBOX_URL, else http://127.0.0.1:4010
  --token <token>   Its control token, if it has one. Default: $HPP_SANDBOX_TOKEN`;

export const DEFAULT_PORT = 4010;

/** Asks the controls of a running sandbox. @throws CommandError with the sandbox's own words, or with what to do. */
export interface Controls {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body: object): Promise<Record<string, unknown>>;
}

export function controls({ values }: Input, io: Io): Controls {
  const base = text(values, 'url') ?? io.env.HPP_SANDBOX_URL ?? `http://127.0.0.1:${DEFAULT_PORT}`;
  const token = text(values, 'token') ?? io.env.HPP_SANDBOX_TOKEN;
  if (!isWebUrl(base))
    throw new UsageError(`--url: expected an address such as http://127.0.0.1:4010, got "${base}".`);

  async function ask(path: string, init: RequestInit): Promise<Record<string, unknown>> {
    const url = `${base.replace(/\/+$/, '')}/_sandbox${path}`;
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    let response: Response;
    try {
      response = await withProgress(io, `Waiting for ${base}`, io.fetch(url, { ...init, headers }));
    } catch (error) {
      const why = causeOf(error);
      throw new CommandError(
        `No sandbox answers at ${base}${why === '' ? '' : ` (${why})`}. Start one with "hpp-checkout sandbox", or name it with --url.`,
        'no_sandbox',
      );
    }
    const body = await readJson(response);
    if (response.ok && body !== null) return body;
    const message =
      typeof body?.error === 'string'
        ? body.error
        : `It answered ${response.status}, which is not a sandbox's answer.`;
    throw new CommandError(message, 'sandbox_refused');
  }

  return {
    get: (path) => ask(path, { method: 'GET' }),
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

/** The reason that the platform's `fetch` hides in its cause. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return causeOf(cause.errors[0]);
  if (cause instanceof Error) return causeOf(cause);
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

async function readJson(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null;
  } catch {
    return null; // no JSON: the caller says what came instead
  }
}
