/** A control refused: its own text, and the HTTP status. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface ControlApi {
  /** @throws ControlError when the control refuses, TypeError when it cannot be reached. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body?: unknown): Promise<T>;
  eventsPath(): string;
  /** `null` for none. */
  setToken(token: string | null): void;
}

interface Options {
  /** Address of the controls, with a slash at its end. */
  base: string;
  fetch: (input: string, init: RequestInit) => Promise<Response>;
}

/** The sandbox's controls (`../../controlRoutes/routes.ts`) from the page that it serves. */
export function controlApi({ base, fetch }: Options): ControlApi {
  let token: string | null = null;

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
    if (method === 'POST') headers['Content-Type'] = 'application/json';
    const init: RequestInit = { method, headers, credentials: 'omit' };
    if (method === 'POST') init.body = JSON.stringify(body ?? {});
    const answer = await fetch(base + path, init);
    const json: unknown = await answer.json().catch(() => null);
    if (answer.ok) return json as T;
    const error = (json as { error?: unknown } | null)?.error;
    throw new ControlError(
      typeof error === 'string' ? error : `The control answered ${answer.status}.`,
      answer.status,
    );
  }

  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    // An event stream sends no headers of ours.
    eventsPath: () => `${base}events${token === null ? '' : `?token=${encodeURIComponent(token)}`}`,
    setToken: (given) => {
      token = given;
    },
  };
}
