import { withTimeout } from '../platform/withTimeout.ts';

/** The body is larger than allowed, too slow, or in a form that is not read. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly code: 'too_large' | 'too_slow' | 'encoded' | 'already_read' | 'broken';
  constructor(code: BodyError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The raw bytes of a body, as they came: what is signed must not pass through a parser (T44). Refuses before it reads
 * where the length is announced, stops at the first byte too many where it is not, and never decompresses.
 *
 * @throws BodyError
 */
export async function readBody(request: Request, maxBytes: number, withinMs: number): Promise<Uint8Array> {
  const encoding = request.headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new BodyError(
      'encoded',
      `A body with content-encoding "${encoding}" is not read. Send it as it is.`,
    );
  }
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.bodyUsed)
    throw new BodyError('already_read', 'The body was read before the handler got the request.');

  // Servers end a body at its announced length (RFC 9112, 6.3); reading it whole is their fastest way.
  const body = announced === null ? readStream(request, maxBytes) : readWhole(request, maxBytes);
  try {
    return await withTimeout(
      body,
      withinMs,
      () => new BodyError('too_slow', `The body did not arrive within ${withinMs} ms.`),
    );
  } catch (error) {
    if (error instanceof BodyError) throw error;
    throw new BodyError(
      'broken',
      `The body could not be read: ${error instanceof Error ? error.message : error}`,
    );
  }
}

async function readWhole(request: Request, maxBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

async function readStream(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = request.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return join(chunks, length);
    length += value.byteLength;
    if (length > maxBytes) {
      // Not awaited: a stalled sender must not hold the answer up.
      reader.cancel().catch(() => {});
      throw tooLarge(maxBytes);
    }
    chunks.push(value);
  }
}

function tooLarge(maxBytes: number): BodyError {
  return new BodyError('too_large', `The body is larger than ${maxBytes} bytes.`);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (chunks.length === 1 && chunks[0] !== undefined) return chunks[0];
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}
