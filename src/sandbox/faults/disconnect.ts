const HEADER = 'x-sandbox-disconnect';

/** How a connection ends without an answer: it is reset, or stays open and silent. */
export type Disconnect = 'reset' | 'hang';

/** Stands for such an ending; `fetchAdapter` and `listenOn` turn it into one. */
export function disconnect(how: Disconnect): Response {
  return new Response(null, { status: 500, headers: { [HEADER]: how } });
}

/** The ending that a response stands for, or `null` for a response that is one. */
export function disconnectOf(response: Response): Disconnect | null {
  return response.headers.get(HEADER) as Disconnect | null;
}
