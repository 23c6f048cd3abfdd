import { describe, expect, it } from 'vitest';
import * as answer from '../../../src/gateway/errors/answerErrors.ts';
import * as connection from '../../../src/gateway/errors/connectionErrors.ts';
import { errorClass } from '../../../src/gateway/errors/errorClass.ts';
import { GatewayError } from '../../../src/gateway/errors/gatewayError.ts';
import { isSignatureRefused } from '../../../src/gateway/errors/isSignatureRefused.ts';
import * as notification from '../../../src/gateway/errors/notificationErrors.ts';
import { readErrorText } from '../../../src/gateway/errors/readErrorText.ts';
import * as request from '../../../src/gateway/errors/requestErrors.ts';
import { safeCause } from '../../../src/gateway/errors/safeCause.ts';
import * as setup from '../../../src/gateway/errors/setupErrors.ts';
import { throwIfRefusedUnder200, throwIfRejected } from '../../../src/gateway/errors/throwIfRejected.ts';
import { docsAddress } from '../../../src/help/docsUrl.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';

const CARD = '4111111111111111';
const context = { operation: 'execute', uniqueReference: 'u-1', orderReference: 'o-1', attempts: 2 };
const profile = defineProfile({});

/** What a call throws; fails the test where it throws nothing. */
function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}

describe('the tree of errors', () => {
  const http = { ...context, status: 400 };
  // Made in the tests: what is made while the file is loaded is made once.
  const ALL: readonly [() => GatewayError, string, string, string[]][] = [
    [() => new answer.HttpError('m', http), 'HttpError', 'http_error', []],
    [
      () => new answer.AuthenticationError('m', http),
      'AuthenticationError',
      'authentication_failed',
      ['HttpError'],
    ],
    [() => new answer.PermissionError('m', http), 'PermissionError', 'permission_denied', ['HttpError']],
    [() => new answer.NotFoundError('m', http), 'NotFoundError', 'not_found', ['HttpError']],
    [() => new answer.ConflictError('m', http), 'ConflictError', 'conflict', ['HttpError']],
    [() => new answer.RateLimitError('m', http), 'RateLimitError', 'rate_limited', ['HttpError']],
    [() => new answer.ServerError('m', http), 'ServerError', 'server_error', ['HttpError']],
    [() => new answer.ResponseShapeError('m', context), 'ResponseShapeError', 'response_invalid', []],
    [
      () => new answer.ResponseSignatureError('m', context),
      'ResponseSignatureError',
      'response_signature_invalid',
      [],
    ],
    [
      () => new answer.GatewayRejectedError('m', { ...context, errorMessage: null, gatewayCode: null }),
      'GatewayRejectedError',
      'rejected',
      [],
    ],
    [() => new connection.ConnectionError('m', context), 'ConnectionError', 'connection_failed', []],
    [() => new connection.TimeoutError('m', context), 'TimeoutError', 'timeout', ['ConnectionError']],
    [() => new connection.AbortedError('m', context), 'AbortedError', 'aborted', ['ConnectionError']],
    [
      () => new connection.OutcomeUnknownError('m', context, async () => 'the status' as never),
      'OutcomeUnknownError',
      'outcome_unknown',
      [],
    ],
    [() => new request.ValidationError([], context), 'ValidationError', 'validation_failed', []],
    [() => new request.PciLevelError('m', context), 'PciLevelError', 'pci_level_required', []],
    [() => new setup.ConfigurationError('m', context), 'ConfigurationError', 'config_invalid', []],
    [
      () => new setup.BrowserNotAllowedError('m', context),
      'BrowserNotAllowedError',
      'browser_not_allowed',
      [],
    ],
    [() => new setup.SigningError('m', context), 'SigningError', 'signing_failed', []],
    [
      () => new notification.RawBodyRequiredError('m', context),
      'RawBodyRequiredError',
      'raw_body_required',
      ['NotificationError'],
    ],
    [
      () => new notification.SignatureMissingError('m', context),
      'SignatureMissingError',
      'signature_missing',
      ['NotificationError'],
    ],
    [
      () => new notification.SignatureMismatchError('m', context),
      'SignatureMismatchError',
      'signature_mismatch',
      ['NotificationError'],
    ],
    [
      () => new notification.NotificationShapeError('m', context as never),
      'NotificationShapeError',
      'notification_invalid',
      ['NotificationError'],
    ],
  ];
  const kinds = [...new Set(ALL.flatMap(([, name, , above]) => [name, ...above]))];

  it.each(ALL.map(([make, ...more]) => [more[0], make, ...more.slice(1)] as const))(
    '%s',
    (name, given, code, above) => {
      const error = (given as () => GatewayError)();
      expect([error.name, error.code, error instanceof Error]).toEqual([name, code, true]);
      expect(error).toMatchObject(context);
      expect(`${error}`).toBe(name === 'ValidationError' ? 'ValidationError' : `${name}: m`);
      const family = [name, ...(above as string[]), 'GatewayError'];
      // Asked of each class by its name alone, as of an error of another copy of the package.
      for (const kind of [...kinds, 'GatewayError', 'Other'])
        expect([kind, GatewayError.is.call({ kind } as never, error)]).toEqual([kind, family.includes(kind)]);
      const part = (above as string[]).includes('NotificationError') ? 'notification' : 'gateway';
      expect(error.docs).toBe(docsAddress(`troubleshooting#${part}-${code}`));
    },
  );

  it.each([
    null,
    undefined,
    'x',
    7,
    {},
    new Error('x'),
    { [Symbol.for('hpp-checkout.gateway-error')]: 'GatewayError' },
  ])('%o is none of them', (value) => {
    expect(GatewayError.is(value)).toBe(false);
  });

  it('shows its brand to nobody who looks, and lets its name be changed', () => {
    const error = new answer.HttpError('m', http);
    const brand = Symbol.for('hpp-checkout.gateway-error');
    expect(Object.getOwnPropertyDescriptor(error, brand)).toMatchObject({
      value: ['HttpError', 'GatewayError'],
      enumerable: false,
    });
    expect(Object.getOwnPropertyDescriptor(error, 'name')).toEqual({
      value: 'HttpError',
      enumerable: false,
      configurable: true,
      writable: true,
    });
  });

  it('knows nothing that it was not told', () => {
    const bare = new answer.ResponseShapeError('m');
    expect(bare).toMatchObject({ attempts: 0, path: null });
    expect([bare.operation, bare.uniqueReference, bare.orderReference]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(Object.hasOwn(bare, 'cause')).toBe(false);
    const empty = new answer.ResponseShapeError('m', { uniqueReference: '', orderReference: '' });
    expect([empty.uniqueReference, empty.orderReference]).toEqual(['', '']);
  });

  it('T12 holds no card number, wherever it came in', () => {
    const error = new answer.HttpError(`m ${CARD}`, {
      ...context,
      status: 400,
      uniqueReference: `u ${CARD}`,
      orderReference: `o ${CARD}`,
      body: `b ${CARD}`,
      errorMessage: `e ${CARD}`,
      cause: new Error(`c ${CARD}`),
    });
    const rejected = new answer.GatewayRejectedError('m', { errorMessage: `e ${CARD}`, gatewayCode: null });
    const texts = [
      error.message,
      error.uniqueReference,
      error.orderReference,
      error.body,
      error.errorMessage,
      (error.cause as Error).message,
      rejected.errorMessage,
      JSON.stringify(error),
    ];
    for (const text of texts) expect(text).not.toContain(CARD);
    expect(error.body).toMatch(/^b ./);
    expect(error.errorMessage).toMatch(/^e ./);
  });

  it('goes into a log whole, and with the brief of its cause', () => {
    const cause = Object.assign(new Error('c'), { code: 'ECONNRESET', hostname: 'x' });
    const inner = new connection.ConnectionError('inner', { operation: 'execute', attempts: 1, cause });
    const error = new answer.HttpError('m', {
      ...context,
      status: 503,
      body: 'b',
      errorMessage: 'e',
      gatewayCode: 'G',
      retryAfterMs: 5,
      cause: inner,
    });
    expect(error.cause).toBe(inner);
    expect(error.toJSON()).toEqual({
      ...context,
      name: 'HttpError',
      code: 'http_error',
      message: 'm',
      status: 503,
      body: 'b',
      errorMessage: 'e',
      gatewayCode: 'G',
      retryAfterMs: 5,
      cause: {
        name: 'ConnectionError',
        code: 'connection_failed',
        message: 'inner',
        operation: 'execute',
        uniqueReference: null,
        orderReference: null,
        attempts: 1,
        cause: { name: 'Error', message: 'c', code: 'ECONNRESET' },
      },
    });
    expect(new answer.HttpError('m', { status: 400, cause: new TypeError('t') }).toJSON()).toMatchObject({
      cause: { name: 'TypeError', message: 't' },
      gatewayCode: null,
      errorMessage: null,
      retryAfterMs: null,
      body: '',
    });
    const bare = new answer.HttpError('m', { status: 400 }).toJSON();
    expect('cause' in bare).toBe(false);
    const plain = new answer.HttpError('m', { status: 400, cause: new TypeError('t') }).toJSON();
    expect(Object.keys(plain.cause as object)).toEqual(['name', 'message']);
    expect(new answer.HttpError('m', { status: 400, cause: 'a text' }).toJSON().cause).toBe('a text');
  });

  it('shows the first 2 KiB of an answer, redacted before it is cut', () => {
    const { body } = new answer.HttpError('m', {
      status: 400,
      body: `${'x'.repeat(2_040)}${CARD}${'y'.repeat(99)}`,
    });
    expect(body).toHaveLength(2_048);
    expect(body).not.toContain('41111111');
    expect(new answer.HttpError('m', { status: 400, body: 'z'.repeat(2_048) }).body).toBe('z'.repeat(2_048));
  });

  it('recover() asks', async () => {
    const error = new connection.OutcomeUnknownError('m', context, async () => 'the status' as never);
    expect(await error.recover()).toBe('the status');
    expect(Object.keys(error)).not.toContain('recover');
  });

  it('a validation error says each thing that is wrong', () => {
    const issues = [
      { path: 'a', rule: 'type', message: 'x' },
      { path: 'b', rule: 'shape', message: 'y' },
    ] as const;
    const error = new request.ValidationError(issues);
    expect([error.message, error.issues]).toEqual(['a: x; b: y', issues]);
  });

  it('a notification that cannot be read names its field, and is not signed until somebody says so', () => {
    const error = new notification.NotificationShapeError('m', { path: 'Amount' });
    expect([error.path, error.signed]).toEqual(['Amount', false]);
    expect(new notification.NotificationShapeError('m').path).toBeNull();
  });
});

describe('the class of a refusal', () => {
  const { errors } = profile;
  const CODES: Record<string, string> = {
    AUTHENTICATION_FAILED: 'AuthenticationError',
    SIGNATURE_INVALID: 'AuthenticationError',
    PCI_LEVEL_REQUIRED: 'PermissionError',
    MIT_NOT_APPROVED: 'PermissionError',
    LIVE_NOT_ALLOWED: 'PermissionError',
    LIVE_CARD_REFUSED: 'PermissionError',
    NOT_FOUND: 'NotFoundError',
    TOKEN_NOT_FOUND: 'NotFoundError',
    REFERENCE_REUSED: 'ConflictError',
    RATE_LIMITED: 'RateLimitError',
    INTERNAL_ERROR: 'ServerError',
    INVALID_FIELD: 'HttpError',
  };

  it.each(Object.entries(CODES))('N19 %s, at the status that the profile gives it', (code, kind) => {
    // A status that no other code has: the code alone decides.
    const own = { errors: { ...errors, status: { ...errors.status, [code]: 299 } } };
    expect(errorClass(299, code, own).name).toBe(kind);
    expect(errorClass(299, null, own)).toBe(answer.HttpError);
    expect(errorClass(299, 'SOMETHING', own)).toBe(answer.HttpError);
  });

  it.each([
    [401, 'AuthenticationError'],
    [403, 'PermissionError'],
    [404, 'NotFoundError'],
    [409, 'ConflictError'],
    [429, 'RateLimitError'],
    [500, 'ServerError'],
    [503, 'ServerError'],
    [599, 'ServerError'],
    [499, 'HttpError'],
    [400, 'HttpError'],
    [418, 'HttpError'],
    [302, 'HttpError'],
    [200, 'HttpError'],
  ])('%i alone is %s', (status, kind) => {
    const none = { errors: { ...errors, status: {} as never } };
    expect(errorClass(status, null, none).name).toBe(kind);
    expect(errorClass(status, 'INVALID_FIELD', none).name).toBe(kind);
  });

  it('any code at a status of its own in the profile gives that status its class', () => {
    const moved = {
      errors: { ...errors, status: { NOT_FOUND: 410, RATE_LIMITED: 509, INTERNAL_ERROR: 200 } as never },
    };
    expect(errorClass(410, null, moved)).toBe(answer.NotFoundError);
    expect(errorClass(509, null, moved)).toBe(answer.RateLimitError);
    // A success is no refusal unless the text says which.
    expect(errorClass(200, null, moved)).toBe(answer.HttpError);
    expect(errorClass(200, 'INTERNAL_ERROR', moved)).toBe(answer.ServerError);
    // The code of another status does not decide.
    expect(errorClass(404, 'INTERNAL_ERROR', moved)).toBe(answer.NotFoundError);
    expect(errorClass(300, 'toString', moved)).toBe(answer.HttpError);
    for (const status of [199, 300]) {
      const odd = { errors: { ...errors, status: { NOT_FOUND: status } as never } };
      expect(errorClass(status, null, odd)).toBe(answer.NotFoundError);
    }
  });

  it.each([
    ['SIGNATURE_INVALID', null, true],
    [null, 'The Signature is wrong', true],
    [null, null, false],
    ['AUTHENTICATION_FAILED', 'unknown client', false],
  ])('whether a 401 is about the signature: %s %s', (gatewayCode, errorMessage, is) => {
    expect(isSignatureRefused({ gatewayCode, errorMessage } as never)).toBe(is);
  });
});

describe("the gateway's own text", () => {
  const none = { errorMessage: null, gatewayCode: null };
  const exact = defineProfile({ wire: { readCase: 'exact' } });

  it.each<[Record<string, unknown> | null, object, object]>([
    [null, none, none],
    [{}, none, none],
    [{ errorMessage: '' }, none, none],
    [{ errorMessage: 7 }, none, none],
    [{ errorMessage: null }, none, none],
    [{ errorMessage: 'no' }, { ...none, errorMessage: 'no' }, { ...none, errorMessage: 'no' }],
    [{ ErrorMessage: 'no' }, { ...none, errorMessage: 'no' }, { ...none, errorMessage: 'no' }],
    [{ ERRORMESSAGE: 'no' }, { ...none, errorMessage: 'no' }, none],
    [{ xerrorMessage: 'no' }, none, none],
    [{ errorMessages: 'no' }, none, none],
    [
      { a: 1, errorMessage: 'INVALID_FIELD: no' },
      { errorMessage: 'INVALID_FIELD: no', gatewayCode: 'INVALID_FIELD' },
      { errorMessage: 'INVALID_FIELD: no', gatewayCode: 'INVALID_FIELD' },
    ],
  ])('N20 of %j', (json, insensitive, exactly) => {
    expect(readErrorText(json, profile)).toEqual(insensitive);
    expect(readErrorText(json, exact)).toEqual(exactly);
  });

  it.each([
    null,
    {},
    { isSuccess: true },
    { isSuccess: 'true', errorMessage: 'x' },
    { isSuccess: null },
    { isSuccess: 0 },
    { other: false },
  ])('S188 %j is no refusal', (json) => {
    expect(throwIfRejected(json, profile, context)).toBeUndefined();
  });

  it.each([{ isSuccess: false }, { IsSuccess: 'false' }, { a: 1, ISSUCCESS: false }])(
    'S188 %j is one',
    (json) => {
      const error = thrown(() => throwIfRejected(json, profile, context));
      expect(error).toBeInstanceOf(answer.GatewayRejectedError);
      expect(error).toMatchObject({
        ...context,
        ...none,
        message: 'The gateway rejected the request: it gave no reason.',
      });
      expect(
        thrown(() => throwIfRejected({ ...json, errorMessage: 'X_Y: no' }, profile, context)),
      ).toMatchObject({
        ...context,
        message: 'The gateway rejected the request: X_Y: no',
        errorMessage: 'X_Y: no',
      });
    },
  );

  it('under HTTP 200 a code has its own class where the profile says so, and only there', () => {
    const under200 = defineProfile({ errors: { status: { AUTHENTICATION_FAILED: 200 } } });
    const json = { isSuccess: false, errorMessage: 'AUTHENTICATION_FAILED: no' };
    const refused = {
      ...context,
      status: 200,
      errorMessage: json.errorMessage,
      gatewayCode: 'AUTHENTICATION_FAILED',
    };
    for (const act of [throwIfRejected, throwIfRefusedUnder200]) {
      const error = thrown(() => act(json, under200, context));
      expect(error).toBeInstanceOf(answer.AuthenticationError);
      expect(error).toMatchObject({
        ...refused,
        message: `The gateway refused the request: ${json.errorMessage}`,
      });
    }
    expect(throwIfRefusedUnder200(json, profile, context)).toBeUndefined();
    expect(throwIfRefusedUnder200({}, under200, context)).toBeUndefined();
  });
});

describe('T12 the cause of an error', () => {
  const secret = `number ${CARD}`;

  it('stays as it is where it holds nothing that must not be logged', () => {
    const inner = new Error('inner');
    const outer = new TypeError('outer', { cause: inner });
    expect(safeCause(outer)).toBe(outer);
    const withCode = Object.assign(new Error('x'), {
      code: 'ECONNRESET',
      hostname: 'gateway.example',
      port: 443,
    });
    expect(safeCause(withCode)).toBe(withCode);
  });

  it('that is no error is redacted as data', () => {
    expect(safeCause({ CardNumber: CARD, a: 1 })).toMatchObject({ a: 1 });
    expect(JSON.stringify(safeCause({ CardNumber: CARD }))).not.toContain(CARD);
    expect(safeCause(undefined)).toBeNull();
    expect(safeCause('plain')).toBe('plain');
  });

  it.each<[string, () => Error]>([
    ['in its message', () => new RangeError(secret)],
    [
      'in its stack alone',
      () => Object.assign(new RangeError('m'), { stack: `RangeError: m\n    at ${secret}` }),
    ],
    ['in a field', () => Object.assign(new RangeError('m'), { input: secret })],
    ['in the cause of it', () => new RangeError('m', { cause: new Error(secret) })],
    ['in data that is the cause of it', () => new RangeError('m', { cause: { CardNumber: CARD } })],
  ])('is copied without it: %s', (where, make) => {
    const original = Object.assign(make(), { code: 'ERR_X' });
    const copy = safeCause(original) as Error & { code: string };
    expect(copy).not.toBe(original);
    expect(copy).toBeInstanceOf(Error);
    expect([copy.name, copy.code]).toEqual(['RangeError', 'ERR_X']);
    const keys = ['message', 'stack', 'name', 'code', 'cause'];
    expect(Object.getOwnPropertyNames(copy).filter((name) => !keys.includes(name))).toEqual([]);
    expect(
      `${copy.message} ${copy.stack} ${JSON.stringify(copy.cause)} ${(copy.cause as Error)?.message}`,
    ).not.toContain(CARD);
    expect(copy.message).toMatch(where === 'in its message' ? /^number ./ : /^m$/);
    expect(copy.stack).toContain('RangeError');
    expect(Object.hasOwn(copy, 'cause')).toBe(where.includes('cause'));
    for (const name of ['name', 'stack'])
      expect(Object.getOwnPropertyDescriptor(copy, name)).toMatchObject({
        configurable: true,
        writable: true,
      });
  });

  it('without a code or a stack gets none', () => {
    const bare = new Error(secret);
    delete (bare as { stack?: string }).stack;
    const copy = safeCause(bare) as Error;
    expect(copy.stack).toBe('');
    expect('code' in copy).toBe(false);
    const fine = new Error('m');
    delete (fine as { stack?: string }).stack;
    expect(safeCause(fine)).toBe(fine);
  });

  it('is followed five deep, and what lies deeper is left out', () => {
    let error = new Error(`deepest ${CARD}`);
    for (let depth = 6; depth >= 0; depth--) error = new Error(`at ${depth}`, { cause: error });
    const messages: string[] = [];
    for (let at: unknown = safeCause(error); at instanceof Error; at = at.cause) messages.push(at.message);
    expect(messages).toEqual(['at 0', 'at 1', 'at 2', 'at 3', 'at 4', 'at 5']);
    const loop = new Error('round');
    loop.cause = loop;
    expect((safeCause(loop) as Error).message).toBe('round');
  });
});
