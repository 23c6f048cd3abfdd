import { describe, expect, it } from 'vitest';
import {
  NotificationShapeError,
  SignatureMismatchError,
  SignatureMissingError,
} from '../../../src/gateway/errors/notificationErrors.ts';
import { notifications } from '../../../src/gateway/notifications/notifications.ts';
import type { Signer } from '../../../src/gateway/signer.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import type { GatewayProfile } from '../../../src/protocol/gateway/profile.ts';
import { NOTIFICATION } from '../wire.ts';

const body = JSON.stringify(NOTIFICATION);

/** Believes the signature `right`, after some time, as one that asks a vault does. */
function open(profile: GatewayProfile = defineProfile({}), signature: string | null = 'made') {
  const asked: unknown[][] = [];
  const warnings: string[] = [];
  const signer = {
    async matches(...args: unknown[]) {
      asked.push(args);
      await new Promise(setImmediate);
      return args[1] === 'right';
    },
    async sign(...args: unknown[]) {
      asked.push(args);
      return signature;
    },
  } as never as Signer;
  const warn = (operation: string, warning: string) => warnings.push(`${operation}: ${warning}`);
  return { notifications: notifications(profile, signer, warn), asked, warnings };
}

const errorOf = (act: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(act)
    .then(
      () => Promise.reject(new Error('Nothing was refused.')),
      (error: unknown) => error,
    );

describe('a notification is believed by its signature alone', () => {
  it('the right one, with what was signed', async () => {
    const opened = open();
    const read = await opened.notifications.verify({ body, headers: { signature: 'right' } });
    expect(read).toMatchObject({ state: 'processed', pspId: '850907', amount: '10.00' });
    expect(opened.asked).toEqual([
      [{ payload: NOTIFICATION, raw: body }, 'right', defineProfile({}).signature.sign],
    ]);
    expect(opened.warnings).toEqual([]);
  });

  it.each([{}, { signature: '' }, { signature: undefined }])('none, or an empty one: %j', async (headers) => {
    const opened = open();
    const error = await errorOf(() => opened.notifications.verify({ body, headers }));
    expect(error).toBeInstanceOf(SignatureMissingError);
    expect(error).toMatchObject({
      message: 'The notification has no "Signature" header. Answer 401 and act on nothing.',
    });
    expect(opened.asked).toEqual([]);
  });

  it.each(['wrong', 'right ', 'right, right'])('another one: %j', async (signature) => {
    const error = await errorOf(() => open().notifications.verify({ body, headers: { signature } }));
    expect(error).toBeInstanceOf(SignatureMismatchError);
  });

  it('has a header and a scheme of its own where the profile says so', async () => {
    const sign = () => 'x';
    const opened = open(defineProfile({ notification: { signature: { header: 'X-Own', sign } } } as never));
    await opened.notifications.verify({ body, headers: { 'x-own': 'right', signature: 'wrong' } });
    expect(opened.asked[0]?.[2]).toBe(sign);
  });
});

describe('a notification that cannot be read', () => {
  it.each<[string, object, string | null]>([
    ['signed', { ...NOTIFICATION, Status: 7 }, 'Status'],
    ['signed', { ...NOTIFICATION, PspId: 1.5 }, 'PspId'],
  ])('%s: the gateway’s or the profile’s fault (%j)', async (_what, payload, path) => {
    const given = { body: JSON.stringify(payload), headers: { signature: 'right' } };
    const error = await errorOf(() => open().notifications.verify(given));
    expect(error).toBeInstanceOf(NotificationShapeError);
    expect(error).toMatchObject({ signed: true, cause: expect.any(Error) });
    expect((error as NotificationShapeError).path?.toLowerCase()).toBe(path?.toLowerCase());
    const unverified = await errorOf(() => open().notifications.parseUnverified(given));
    expect(unverified).toMatchObject({ signed: false, cause: expect.any(Error) });
    expect((unverified as Error).message).toMatch(/^The notification cannot be read\. ./);
  });

  it('a reader of the profile’s own that throws names no field', async () => {
    const parse = () => {
      throw new RangeError('own');
    };
    const opened = open(defineProfile({ notification: { parse } } as never));
    const error = await errorOf(() => opened.notifications.verify({ body, headers: { signature: 'right' } }));
    expect(error).toBeInstanceOf(NotificationShapeError);
    expect(error).toMatchObject({
      message: 'The notification cannot be read. own',
      path: null,
      signed: true,
      cause: { message: 'own' },
    });
  });

  it.each([
    ['json', 'JSON', '{'],
    ['form', 'a form', 'a=1&a=2'],
  ] as const)('as %s: no %s', async (encode, what, text) => {
    const opened = open(defineProfile({ notification: { encode } } as never));
    const error = await errorOf(() =>
      opened.notifications.verify({ body: text, headers: { signature: 'right' } }),
    );
    expect(error).toBeInstanceOf(NotificationShapeError);
    expect(error).toMatchObject({
      message: `The notification's body is not ${what}.`,
      signed: false,
      cause: expect.any(Error),
    });
    expect(opened.asked).toEqual([]);
  });
});

it('a Request is not read without its signature being checked', async () => {
  const request = new Request('https://shop.example/n', { method: 'POST', body });
  const error = await errorOf(() => open().notifications.parseUnverified(request));
  expect(error).toBeInstanceOf(TypeError);
  expect((error as Error).message).toMatch(/^parseUnverified reads no Request: give/);
});

it('what cannot be read of it is warned of, and it is read', async () => {
  const opened = open();
  const odd = JSON.stringify({ ...NOTIFICATION, AuthCode: {} });
  const read = await opened.notifications.verify({ body: odd, headers: { signature: 'right' } });
  expect(read).toMatchObject({ authCode: null, unreadable: ['AuthCode'] });
  expect(opened.warnings).toEqual([expect.stringMatching(/^notification: What stands in AuthCode/)]);
});

describe('one for a test', () => {
  it('is JSON with its signature', async () => {
    const opened = open();
    expect(await opened.notifications.sign({ a: 1 })).toEqual({
      body: '{"a":1}',
      headers: { 'Content-Type': 'application/json', Signature: 'made' },
    });
    expect(opened.asked).toEqual([[expect.objectContaining({ payload: { a: 1 } }), expect.any(Function)]]);
  });

  it('has no signature where there is no scheme', async () => {
    const { headers } = await open(undefined, null).notifications.sign({ a: 1 });
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
    expect(Object.keys(headers)).toEqual(['Content-Type']);
  });

  it.each([
    ['form', { 'Content-Type': 'application/x-www-form-urlencoded', Signature: 'made' }],
    ['query', { Signature: 'made' }],
  ] as const)('as a %s', async (encode, headers) => {
    const opened = open(defineProfile({ notification: { encode } } as never));
    const made = await opened.notifications.sign({ a: 1, b: 'x y' });
    expect(made).toEqual({ body: 'a=1&b=x+y', headers });
    expect(Object.keys(made.headers)).toEqual(Object.keys(headers));
  });
});
