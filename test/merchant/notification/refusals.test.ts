import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { findSession } from '../../../src/merchant/notification/findSession.ts';
import { handOnOrphan } from '../../../src/merchant/notification/handOnOrphan.ts';
import { readNotification } from '../../../src/merchant/notification/readNotification.ts';
import { reportRefusal } from '../../../src/merchant/notification/reportRefusal.ts';
import { unsignedNotification } from '../../../src/merchant/notification/unsignedNotification.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';

const CREDENTIALS = { clientId: 'a', clientSecret: 'b', signatureSecret: 'c' };
const gatewayOf = (encode?: 'form' | 'query') =>
  createGateway({
    baseUrl: 'http://127.0.0.1:9',
    ...CREDENTIALS,
    test: true,
    ...(encode && { profile: defineProfile({ notification: { encode } }) }),
  });
const request = (type: string | null, query = '') =>
  new Request(`https://shop.example/checkout/notify${query}`, {
    method: 'POST',
    body: new Uint8Array(),
    headers: type === null ? {} : { 'content-type': type },
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const UNREADABLE = {
  kind: 'unreadable',
  reason: 'The body is no notification in a form that is read here.',
  signed: false,
};

describe('a notification without a signature', () => {
  it.each([
    ['JSON', 'application/json', '{"A":1}', { A: 1 }],
    ['JSON without a type', null, '{"A":1}', { A: 1 }],
    ['a form', 'application/x-www-form-urlencoded; charset=utf-8', 'A=1&B.c=2', { A: '1', B: { c: '2' } }],
    ['a form in capitals', 'APPLICATION/X-WWW-FORM-URLENCODED', 'A=1', { A: '1' }],
  ])('%s is read as far as it goes', async (_name, type, body, fields) => {
    expect(await readNotification(gatewayOf(), request(type), bytes(body))).toEqual({
      kind: 'unsigned',
      fields,
    });
  });

  it('in a query', async () => {
    expect(await readNotification(gatewayOf('query'), request(null, '?A=1&B=2'), bytes(''))).toEqual({
      kind: 'unsigned',
      fields: { A: '1', B: '2' },
    });
  });

  it.each([['[1]'], ['null'], ['7'], ['"text"'], ['{'], ['']])('%s is none', async (body) => {
    expect(await readNotification(gatewayOf(), request('application/json'), bytes(body))).toEqual(UNREADABLE);
  });

  it('bytes that are no text are none', async () => {
    const body = new Uint8Array([...bytes('{"A":"'), 0xff, ...bytes('"}')]);
    expect(await readNotification(gatewayOf(), request('application/json'), body)).toEqual({
      ...UNREADABLE,
      reason: "The notification's body is not UTF-8.",
    });
  });

  it('T75 keeps its names and its beginning, in one of few places', async () => {
    const digest = '000008ff'.padEnd(64, '9');
    const place = (of: string, count: number) =>
      createHash('sha256')
        .update(`unsigned ${of} ${0x8ff % count}`)
        .digest('hex');
    const fields = { ['n'.repeat(40)]: 'x', Größe: '4111111111111111', CvV2: '737' };
    const kept = await unsignedNotification(fields, { digest, bytes: 77, sessionId: null });
    expect(kept).toEqual({
      digest: place('nobody', 2_048),
      sessionId: null,
      verified: false,
      body: {
        sha256: digest,
        bytes: 77,
        fields: ['n'.repeat(32), 'Gr??e', 'CvV2'],
        excerpt: `{"${'n'.repeat(40)}":"x","Gr??e":"411111******1111","CvV2":"[redacted]"}`,
      },
    });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}`, 'x'.repeat(100)]));
    const ofSession = await unsignedNotification(many, { digest, bytes: 9, sessionId: 's1' });
    expect(ofSession).toMatchObject({ digest: place('s1', 32), sessionId: 's1', verified: false });
    const { fields: names, excerpt } = ofSession.body as { fields: string[]; excerpt: string };
    expect([names.length, excerpt.length]).toEqual([24, 512]);
  });
});

describe('a signed notification that names no session', () => {
  it('belongs to none, and the store is not asked for an empty reference', async () => {
    const store = { getSession: async () => null, findSessions: () => Promise.reject(new Error('asked')) };
    const read = { kind: 'signed', notification: { uniqueReference: '' } } as never;
    expect(await findSession({ store } as never, null, read)).toEqual({ found: null, bySecret: false });
  });

  it('is logged with its names and the error when the shop’s function fails', async () => {
    const lines: unknown[] = [];
    const events: unknown[] = [];
    const failed = handOnOrphan(
      {
        hooks: { onNotification: () => Promise.reject(new Error('no database')) },
        emit: ((all: { type: string; data?: unknown }[]) =>
          events.push(...all.map(({ type }) => type))) as never,
        log: { error: (...line: unknown[]) => lines.push(line) } as never,
      },
      { orderReference: 'A-1', pspId: '7', state: 'processed', cardToken: null } as never,
      false,
    );
    await expect(failed).rejects.toMatchObject({ code: 'notification_not_handled' });
    expect(lines).toEqual([
      [
        expect.objectContaining({
          err: expect.objectContaining({ message: 'no database' }),
          orderReference: 'A-1',
          pspId: '7',
          state: 'processed',
        }),
        'onNotification failed; the gateway is asked to send again',
      ],
    ]);
    expect(events).toEqual(['notification_failed']);
  });
});

describe('T72 the reason of a refusal, for log and event', () => {
  function reasonOf(error: unknown, read: unknown = null) {
    const lines: unknown[] = [];
    const types: string[] = [];
    let isLogged = true;
    const limitedLog = (...line: unknown[]) => {
      lines.push(line);
      return isLogged;
    };
    const emit = (events: { type: string }[]) => types.push(...events.map(({ type }) => type));
    const report = () =>
      reportRefusal({ limitedLog, emit } as never, error, { read, session: null } as never);
    report();
    isLogged = false;
    report();
    // What is over the log's limit is no event either.
    expect(types).toEqual(['notification_rejected']);
    return lines[0];
  }
  const REFUSED = 'A notification was refused';

  it.each([
    [Object.assign(new Error('x'), { code: 'rate_limited' }), 'rate_limited'],
    [Object.assign(new Error('x'), { code: 7 }), 'internal_error'],
    [new Error('x'), 'internal_error'],
    [null, 'internal_error'],
    [undefined, 'internal_error'],
    ['code', 'internal_error'],
    [Object.assign(() => {}, { code: 'of a function' }), 'internal_error'],
  ])('%s: %s', (error, reason) => {
    expect(reasonOf(error)).toEqual([
      `notification ${reason} false`,
      { sessionId: undefined, reason, verified: false },
      REFUSED,
    ]);
  });

  it('a wrong signature, an unreadable body, and a signed one by its order', () => {
    expect(reasonOf(null, { kind: 'forged', reason: 'signature_mismatch' })).toEqual([
      'notification signature_mismatch false',
      { sessionId: undefined, reason: 'signature_mismatch', verified: false },
      'A notification with a wrong signature was refused',
    ]);
    expect(
      reasonOf({ code: 'invalid_request' }, { kind: 'unreadable', reason: 'no JSON', signed: false }),
    ).toEqual([
      'notification invalid_request false',
      { sessionId: undefined, reason: 'invalid_request', verified: false, detail: 'no JSON' },
      REFUSED,
    ]);
    const signed = { kind: 'signed', notification: { orderReference: 'A-1' } };
    expect(reasonOf({ code: 'store_unavailable' }, signed)).toEqual([
      'notification store_unavailable true',
      { sessionId: undefined, reason: 'store_unavailable', verified: true, orderReference: 'A-1' },
      REFUSED,
    ]);
  });
});
