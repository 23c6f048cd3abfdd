import { ApiError } from './apiError.ts';

/** The body as text, at most `limit` bytes of it (S25, N26). @throws ApiError `BODY_TOO_LARGE`. */
export async function readBody(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return '';
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(limit: number): ApiError {
  return new ApiError('BODY_TOO_LARGE', `The body is larger than ${limit} bytes.`);
}

/** @throws ApiError `INVALID_JSON`, `UNSUPPORTED_MEDIA_TYPE`. */
export function parseBody(text: string, contentType: string | null): Record<string, unknown> {
  if (!/^application\/json\b/i.test(contentType ?? '')) throw new ApiError('UNSUPPORTED_MEDIA_TYPE');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ApiError('INVALID_JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('INVALID_JSON');
  return body as Record<string, unknown>;
}
