const texts = new WeakMap<Response, string>();

/**
 * A `Response` that remembers its text. `Response` keeps a body as a stream only; reading it back costs a Node server more
 * than the rest of a short answer.
 */
export function textResponse(text: string, init: ResponseInit): Response {
  const response = new Response(text, init);
  texts.set(response, text);
  return response;
}

/** A value as JSON, remembered as `textResponse` does. */
export function jsonResponse(value: unknown, status = 200): Response {
  return textResponse(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });
}

/** The text of a `textResponse`; `undefined` for any other. */
export function textOf(response: Response): string | undefined {
  return texts.get(response);
}
