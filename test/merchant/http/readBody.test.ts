import { describe, expect, it } from 'vitest';
import { readBody } from '../../../src/merchant/http/readBody.ts';

const MOST = 10;

/** A request whose body comes in these pieces; with `length`, as a server announces it. */
function request(pieces: readonly string[] | ReadableStream, headers: Record<string, string> = {}): Request {
  const stream = Array.isArray(pieces)
    ? new ReadableStream({
        start(controller) {
          for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
        },
      })
    : (pieces as ReadableStream);
  const init = { method: 'POST', body: stream, headers, duplex: 'half' };
  return new Request('https://shop.example/checkout/session', init as RequestInit);
}
const read = async (given: Request, withinMs = 60_000) =>
  new TextDecoder().decode(await readBody(given, MOST, withinMs));
const refusal = (given: Request, withinMs?: number) =>
  read(given, withinMs).then(
    (text) => `read: ${text}`,
    ({ name, code, message }) => [name, code, message],
  );
const TOO_LARGE = ['BodyError', 'too_large', 'The body is larger than 10 bytes.'];

describe('a body', () => {
  it.each([[['0123456789']], [['01', '234', '56789']], [['', '0123456789', '']]])(
    'of exactly the limit is read, in one piece or in many: %j',
    async (pieces) => {
      expect(await read(request(pieces))).toBe('0123456789');
      expect(await read(request(pieces, { 'content-length': '10' }))).toBe('0123456789');
    },
  );

  it('of nothing is nothing', async () => {
    const url = 'https://shop.example/checkout/notify';
    expect(await read(new Request(url))).toBe('');
    expect(await read(new Request(url, { headers: { 'content-length': '0' } }))).toBe('');
    expect(await read(request([]))).toBe('');
  });

  it('that is larger is refused: by its announcement, at the byte too many, or where it announced less', async () => {
    expect(await refusal(request(['1'], { 'content-length': '11' }))).toEqual(TOO_LARGE);
    expect(await refusal(request(['01234', '56789', 'x']))).toEqual(TOO_LARGE);
    expect(await refusal(request(['0123456789x'], { 'content-length': '10' }))).toEqual(TOO_LARGE);
  });

  it('that goes on for ever is given up, and its sender is told to stop', async () => {
    let cancelled = 0;
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        if (++sent > 100) throw new Error('it was read on and on');
        controller.enqueue(new Uint8Array(4));
      },
      cancel: () => {
        cancelled++;
        throw new Error('the sender minds');
      },
    });
    expect(await refusal(request(endless))).toEqual(TOO_LARGE);
    expect(cancelled).toBe(1);
  });

  it.each(['identity', 'Identity', 'IDENTITY'])('as it is (%s) is read', async (encoding) => {
    expect(await read(request(['abc'], { 'content-encoding': encoding }))).toBe('abc');
  });

  it('in any other form is not', async () => {
    expect(await refusal(request(['abc'], { 'content-encoding': 'gzip' }))).toEqual([
      'BodyError',
      'encoded',
      'A body with content-encoding "gzip" is not read. Send it as it is.',
    ]);
  });

  it('that another has read before is said to be', async () => {
    const given = request(['abc']);
    await given.text();
    const expected = ['BodyError', 'already_read', 'The body was read before the handler got the request.'];
    expect(await refusal(given)).toEqual(expected);
  });

  it('that does not come is not waited for', async () => {
    const stalled = () => request(new ReadableStream({}));
    const expected = ['BodyError', 'too_slow', 'The body did not arrive within 20 ms.'];
    expect(await refusal(stalled(), 20)).toEqual(expected);
  });

  it.each([
    [new Error('ECONNRESET'), 'The body could not be read: ECONNRESET'],
    ['gone', 'The body could not be read: gone'],
  ])('that breaks off is said to', async (thrown, message) => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(thrown) });
    expect(await refusal(request(broken))).toEqual(['BodyError', 'broken', message]);
  });
});
