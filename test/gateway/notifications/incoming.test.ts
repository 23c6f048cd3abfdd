import { describe, expect, it } from 'vitest';
import {
  NotificationShapeError,
  RawBodyRequiredError,
} from '../../../src/gateway/errors/notificationErrors.ts';
import { isRequest, openIncoming, openParts } from '../../../src/gateway/notifications/incoming.ts';

const open = (given: object) => openParts({ body: 'b', headers: {}, ...given } as never);

describe('a notification as it came in', () => {
  it('is a Request, text or bytes', async () => {
    const request = new Request('https://shop.example/n?a=1#x', {
      method: 'POST',
      body: 'ä',
      headers: { Signature: 's' },
    });
    const incoming = await openIncoming(request);
    expect([incoming.body, incoming.query, incoming.header('signature')]).toEqual(['ä', 'a=1', 's']);
    for (const body of ['ä', new TextEncoder().encode('ä'), Buffer.from('ä')])
      expect(open({ body }).body).toBe('ä');
    expect((await openIncoming({ body: 'x', headers: {} })).body).toBe('x');
  });

  it('is told from a Request by what it can do', () => {
    expect(isRequest({ arrayBuffer: () => {} } as never)).toBe(true);
    expect(isRequest({ body: 'x', headers: {} })).toBe(false);
    expect(isRequest({ arrayBuffer: 'x', body: 'x', headers: {} } as never)).toBe(false);
  });

  it.each([undefined, null, {}, [1], 7])('a parsed body is refused, with what to do: %j', (body) => {
    const act = () => open({ body });
    expect(act).toThrow(RawBodyRequiredError);
    expect(act).toThrow(/express\.raw/);
  });

  it('bytes that are no UTF-8 are refused, with the cause; a byte order mark stays', () => {
    let error: unknown;
    try {
      open({ body: new Uint8Array([0xff]) });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(NotificationShapeError);
    expect(error).toMatchObject({
      message: "The notification's body is not UTF-8.",
      cause: expect.any(TypeError),
      path: null,
      signed: false,
    });
    expect(open({ body: new Uint8Array([0xef, 0xbb, 0xbf, 0x61]) }).body).toBe('\ufeffa');
  });

  it.each([
    [undefined, ''],
    ['', ''],
    ['/n', ''],
    ['/n?', ''],
    ['/n?a=1&b=2', 'a=1&b=2'],
    ['/n?a=1?b=2', 'a=1?b=2'],
    ['/n?a=1#b?c=2', 'a=1'],
    ['/n#b?c=2', ''],
    ['https://shop.example/n?a=1', 'a=1'],
  ])('the query of %j is %j', (url, query) => {
    expect(open({ url }).query).toBe(query);
  });

  it.each<[object, string | null]>([
    [{}, null],
    [{ signature: undefined }, null],
    [{ other: 'x' }, null],
    [{ Signature: 's' }, 's'],
    [{ SIGNATURE: 's' }, 's'],
    [{ signature: '' }, ''],
    [{ signature: ['s'] }, 's'],
    [{ signature: [] }, null],
    // T24: one that is there twice matches nothing.
    [{ signature: ['a', 'b'] }, 'a, b'],
    [{ signature: 'a', Signature: 'b' }, 'a, b'],
    [new Headers({ signature: 's' }), 's'],
    [new Headers(), null],
    [{ get: 'a header', signature: 's' }, 's'],
  ])('the header of %o is %j', (headers, value) => {
    expect(open({ headers }).header('SignaTure')).toBe(value);
  });
});
