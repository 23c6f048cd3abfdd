import { describe, expect, it } from 'vitest';
import { findSession } from '../../../src/merchant/notification/findSession.ts';
import { handOnOrphan } from '../../../src/merchant/notification/handOnOrphan.ts';
import { readNotification } from '../../../src/merchant/notification/readNotification.ts';
import { refuseUnreadable } from '../../../src/merchant/notification/refuseUnreadable.ts';
import { storeByAddress, storeNotification } from '../../../src/merchant/notification/storeNotification.ts';
import { unsignedNotification } from '../../../src/merchant/notification/unsignedNotification.ts';
import { sha256 } from '../../../src/merchant/platform/sha256.ts';
import { sessionRecord } from '../../../src/testing/store/sessionRecord.ts';

/*
 * How a notification is kept, read and refused: each step's whole effect.
 */

const TOKEN = '7d5b0e2a-1c44-4f0e';
const body = new TextEncoder().encode('{"a":1}');
const request = new Request('https://shop.example/checkout/notify?b=2', { method: 'POST' });
const signed = {
  kind: 'signed',
  notification: { raw: { CardToken: '[redacted]', UDF: `for ${TOKEN}` }, cardToken: TOKEN },
} as never;

function inbox({ encode = 'json', answer = async (): Promise<unknown> => 'new' } = {}) {
  const kept: unknown[] = [];
  const take = (...given: unknown[]) => {
    kept.push(...given);
    return answer();
  };
  const context = {
    store: { receive: take, receiveFor: take },
    gateway: { profile: { notification: { encode } } },
    timeouts: { storeNotificationMs: 20 },
  } as never;
  return { kept, context };
}

describe('a notification is kept', () => {
  it('T12 signed: redacted, its token in no field, by the digest of its bytes', async () => {
    const { kept, context } = inbox();
    expect(await storeNotification(context, request, body, signed, 's-1')).toBe('new');
    const redacted = { CardToken: '[redacted]', UDF: 'for [redacted]' };
    const notification = { digest: await sha256(body), sessionId: 's-1', verified: true, body: redacted };
    expect(kept).toEqual([notification]);
    const address = { id: 's-1', secret: 's3cret' };
    expect(await storeByAddress(context, request, body, signed, address)).toBe('new');
    expect(kept[1]).toEqual({ ...notification, secretHash: await sha256('s3cret') });
  });

  it('unsigned: an excerpt', async () => {
    const { kept, context } = inbox();
    const fields = { a: 1 };
    await storeNotification(context, request, body, { kind: 'unsigned', fields }, null);
    const digest = await sha256(body);
    expect(kept).toEqual([await unsignedNotification(fields, { digest, bytes: 7, sessionId: null })]);
  });

  it('T75 by the digest of its query, where it stands in that', async () => {
    const { kept, context } = inbox({ encode: 'query' });
    await storeNotification(context, request, body, signed, null);
    expect(kept).toEqual([expect.objectContaining({ digest: await sha256('?b=2'), sessionId: null })]);
  });

  it('F42 or refused when the store takes too long', async () => {
    const { context } = inbox({ answer: () => new Promise(() => {}) });
    const expected = { code: 'store_unavailable', details: { retryAfterMs: 5_000 } };
    const address = { id: 's-1', secret: 's3cret' };
    await expect(storeNotification(context, request, body, signed, null)).rejects.toMatchObject(expected);
    await expect(storeByAddress(context, request, body, signed, address)).rejects.toMatchObject(expected);
  });
});

describe('what the gateway’s client says of it', () => {
  const read = (error: unknown, bytes = body) => {
    const verify = async () => {
      throw error;
    };
    const profile = { notification: { encode: 'json' } };
    return readNotification({ profile, notifications: { verify } } as never, request, bytes);
  };
  const coded = (code: string, more = {}) => Object.assign(new Error('said'), { code, ...more });

  it.each([
    [coded('signature_missing'), { kind: 'unsigned', fields: { a: 1 } }],
    [coded('signature_mismatch'), { kind: 'forged', reason: 'signature_mismatch', fields: { a: 1 } }],
    [coded('notification_invalid'), { kind: 'unreadable', reason: 'said', signed: false }],
    [coded('notification_invalid', { signed: true }), { kind: 'unreadable', reason: 'said', signed: true }],
    [coded('notification_invalid', { signed: 'yes' }), { kind: 'unreadable', reason: 'said', signed: false }],
  ])('%s', async (error, expected) => {
    expect(await read(error)).toEqual(expected);
  });

  it('what is no UTF-8 has no fields, whoever says that only its signature is missing', async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode('{"a":"'),
      0xff,
      ...new TextEncoder().encode('"}'),
    ]);
    expect(await read(coded('signature_missing'), bytes)).toMatchObject({
      kind: 'unreadable',
      signed: false,
    });
    expect(await read(coded('signature_mismatch'), bytes)).toMatchObject({ kind: 'forged', fields: {} });
  });

  it.each([
    [coded('something else')],
    [new Error('no code')],
    ['a text'],
    [{ code: 'signature_missing' }],
    [null],
  ])('a bug is nobody’s notification: %s', async (error) => {
    await expect(read(error)).rejects.toBe(error);
  });
});

describe('a notification that cannot be read', () => {
  it.each([
    [true, false, 1],
    [true, true, 1],
    [false, true, 1],
    [false, false, 0],
  ])('signed: %s, by a session’s secret: %s: %i alerts', async (isSigned, hasSession, alerts) => {
    const told: unknown[] = [];
    const brought: unknown[] = [];
    const session = hasSession ? sessionRecord() : null;
    const refused = refuseUnreadable(
      {
        emit: (events, of) => told.push(events, of),
        store: { bringForward: async (...given: unknown[]) => void brought.push(given) } as never,
        clock: async () => 7,
      },
      { kind: 'unreadable', reason: 'said', signed: isSigned },
      session,
    );
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', details: { detail: 'said' } });
    const event = { type: 'notification_unreadable', data: { reason: 'said', signed: isSigned } };
    expect(told).toEqual(alerts === 0 ? [] : [[event], session]);
    expect(brought).toEqual(hasSession ? [[sessionRecord().id, 7]] : []);
  });
});

describe('whose it is', () => {
  const secret = 's3cret';
  async function find(path: { id: string; secret: string } | null, read: object, found: unknown[] = []) {
    const asked: unknown[] = [];
    const record = sessionRecord({ notifySecretHash: await sha256(secret) });
    const store = {
      getSession: async (id: string) => {
        asked.push(id);
        return id === record.id ? { value: record, version: 1 } : null;
      },
      findSessions: async (by: unknown) => {
        asked.push(by);
        return found;
      },
    } as never;
    const answer = await findSession({ store }, path, read as never);
    return { asked, id: answer.found?.value.id ?? null, bySecret: answer.bySecret };
  }
  const { id } = sessionRecord();
  const names = { kind: 'signed', notification: { uniqueReference: 'unique-1' } };
  const other = { value: { id: 'other' }, version: 1 };

  it('the path’s, by its secret, whatever it says', async () => {
    expect(await find({ id, secret }, { kind: 'unsigned' })).toEqual({ asked: [id], id, bySecret: true });
  });

  it('the one that it names, if it is signed', async () => {
    const by = { uniqueReference: 'unique-1' };
    for (const [path, asked] of [
      [{ id, secret: 'wrong' }, [id]],
      [{ id: 'f'.repeat(32), secret }, ['f'.repeat(32)]],
      [{ id: 'none of ours', secret }, []],
      [null, []],
    ] as const) {
      expect(await find(path, names, [other])).toEqual({
        asked: [...asked, by],
        id: 'other',
        bySecret: false,
      });
      expect(await find(path, names)).toEqual({ asked: [...asked, by], id: null, bySecret: false });
      expect(await find(path, { kind: 'forged' }, [other])).toEqual({ asked, id: null, bySecret: false });
    }
  });
});

describe('one of no session', () => {
  const notification = { orderReference: 'B-2', pspId: '7', state: 'processed', cardToken: TOKEN } as never;
  const facts = { orderReference: 'B-2', pspId: '7', state: 'processed' };

  async function handOn(onNotification: ((given: unknown) => Promise<void>) | undefined, isRepeated = false) {
    const told: unknown[] = [];
    const lines: unknown[] = [];
    const context = {
      hooks: { onNotification },
      emit: (events: unknown[], of: unknown) => told.push(...events, of),
      log: { error: (...line: unknown[]) => lines.push(line) },
    } as never;
    const error = await handOnOrphan(context, notification, isRepeated).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    return { told, lines, error };
  }

  it('is handed on, each time that it comes', async () => {
    const given: unknown[] = [];
    for (const isRepeated of [false, true]) {
      const handed = await handOn(async (one) => void given.push(one), isRepeated);
      const event = { type: 'notification_handled', data: facts };
      expect(handed).toEqual({ told: [event, null], lines: [], error: null });
    }
    expect(given).toEqual([notification, notification]);
  });

  it('is an alert where nobody takes it, once', async () => {
    const event = { type: 'orphan_notification', data: facts };
    expect(await handOn(undefined)).toEqual({ told: [event, null], lines: [], error: null });
    expect(await handOn(undefined, true)).toEqual({ told: [], lines: [], error: null });
  });

  it('T12 is asked for again where it was not taken, without its token in log or event', async () => {
    const { told, lines, error } = await handOn(() => Promise.reject(new Error(`no ${TOKEN}`)));
    const data = { ...facts, error: 'Error: no [redacted]' };
    expect(told).toEqual([{ type: 'notification_failed', data }, null]);
    expect(lines).toEqual([
      [
        { err: expect.objectContaining({ message: 'no [redacted]' }), ...facts },
        'onNotification failed; the gateway is asked to send again',
      ],
    ]);
    expect(error).toMatchObject({
      code: 'notification_not_handled',
      details: {
        detail: 'The notification was stored, and could not be handed on. Send it again.',
        retryAfterMs: 30_000,
      },
    });
  });
});
