import { isFramingHeader } from './framingHeaders.ts';
import type { GatewayProfile } from './profile.ts';
import { ProfileError } from './profileError.ts';

type Check = (value: unknown, path: string) => void;

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const STATES = ['pending', 'processed', 'declined', 'failed', 'cancelled', 'expired', 'lapsed', 'unknown'];
const VARIANTS = [
  'cardPayment',
  'tokenPayment',
  'payoutByPspId',
  'payoutByToken',
  'payoutByCard',
  'hostedPage',
];

const aFunction = that('a function', (v) => typeof v === 'function');
const text = that('a text', (v) => typeof v === 'string');
const texts = listOf(text);
const header = that('a header name', (v) => typeof v === 'string' && HEADER_NAME.test(v));
const flag = that('true or false', (v) => typeof v === 'boolean');
const count = that('a whole number above zero', (v) => Number.isSafeInteger(v) && (v as number) > 0);
const time = that(
  'whole milliseconds from 1 to 2147483647',
  (v) => Number.isInteger(v) && (v as number) > 0 && (v as number) <= 2_147_483_647,
);
const countryForm = oneOf('alpha-2', 'alpha-3', 'asGiven');
const endpoint = object({
  method: that('a method in capitals', (v) => typeof v === 'string' && /^[A-Z]+$/.test(v)),
  path: that('a path that begins with one "/"', (v) => typeof v === 'string' && /^\/(?!\/)[^?#\s]*$/.test(v)),
});
const httpStatus = that(
  'an HTTP status from 200 to 599',
  (v) => Number.isInteger(v) && (v as number) >= 200 && (v as number) < 600,
);

const PROFILE = object({
  endpoints: object({
    execute: endpoint,
    retrieve: endpoint,
    tokenise: endpoint,
    getToken: endpoint,
    deleteToken: endpoint,
    createHpp: endpoint,
    capture: optional(endpoint),
  }),
  auth: aFunction,
  signature: object({
    header,
    sign: aFunction,
    input: aFunction,
    responses: oneOf('ifPresent', 'require', 'ignore'),
  }),
  wire: object({
    readCase: oneOf('insensitive', 'exact'),
    acceptCase: oneOf('listed', 'any'),
    headers: headersOfItsOwn,
    clientCase: oneOf('lower', 'pascal'),
    numbersAs: oneOf('string', 'number'),
    amount: aFunction,
    country: object({ createHpp: countryForm, execute: countryForm }),
    accept: aFunction,
    configuration: object({ showSavedCards: pair, cardHolderNameEdit: pair }),
  }),
  status: object({
    query: aFunction,
    parse: optional(aFunction),
    vocabulary: vocabulary,
    machine: object(Object.fromEntries(STATES.map((state) => [state, listOf(oneOf(...STATES))]))),
  }),
  tokens: object({
    buildCreate: aFunction,
    parseCreate: aFunction,
    parseRecord: aFunction,
    deleteCarrier: oneOf('query', 'body', 'path'),
    deleteName: text,
  }),
  payouts: object({ apm: optional(aFunction) }),
  notification: object({
    timeUnit: oneOf('auto', 's', 'ms'),
    schedule: that(
      'a list of seconds, one for each attempt',
      (v) => Array.isArray(v) && v.length > 0 && v.every((s) => Number.isFinite(s) && s >= 0),
    ),
    isAcknowledged: aFunction,
    timeoutMs: time,
    ackBody: text,
    method: oneOf('POST', 'PUT', 'GET'),
    encode: oneOf('json', 'form', 'query'),
    signature: optional(object({ header, sign: aFunction })),
    onFailure: flag,
    forDirectConnect: flag,
    onExpiry: flag,
    udf: oneOf('include', 'omit'),
    parseExpiry: aFunction,
    parse: optional(aFunction),
  }),
  redirect: object({
    lifetimeMs: time,
    query: aFunction,
    signatureName: that(
      'a name, or null for no signature',
      (v) => v === null || (typeof v === 'string' && v !== ''),
    ),
    declineEndsPage: flag,
    headLivePage: oneOf('test', 'always', 'never'),
  }),
  errors: object({
    status: recordOf(httpStatus),
    catalogue: recordOf(text),
    parseCode: aFunction,
    isDecline: aFunction,
  }),
  limits: object({
    fields: recordOf(
      that(
        'false, or { expected, test }',
        (v) => v === false || (isObject(v) && typeof v.expected === 'string' && typeof v.test === 'function'),
      ),
    ),
    decimals: recordOf(
      that('0 to 8 decimals', (v) => Number.isInteger(v) && (v as number) >= 0 && (v as number) <= 8),
    ),
    required: object(Object.fromEntries(VARIANTS.map((variant) => [variant, texts]))),
    languages: that(
      'at least one language',
      (v) => Array.isArray(v) && v.length > 0 && v.every((l) => typeof l === 'string'),
    ),
    extraClientFields: texts,
    udfPairs: count,
    bodyBytes: count,
    replay: oneOf('replay', 'reject', 'allow'),
    rate: (value, path) => {
      if (value !== null) object({ requests: count, perMs: count })(value, path);
    },
  }),
});

/** Checks every member of a profile. @throws ProfileError naming the first that is wrong, missing or unknown. */
export function checkProfile(profile: GatewayProfile): void {
  PROFILE(profile, '');
  const { method, encode } = profile.notification;
  if (method === 'GET' && encode !== 'query') {
    throw new ProfileError('notification.encode', '"query", since a GET has no body');
  }
}

function vocabulary(value: unknown, path: string): void {
  recordOf(oneOf(...STATES))(value, path);
  for (const word of Object.keys(value as object)) {
    if (word !== word.toUpperCase())
      throw new ProfileError(`${path}.${word}`, `the word in capitals: "${word.toUpperCase()}"`);
  }
}

function headersOfItsOwn(value: unknown, path: string): void {
  recordOf(text)(value, path);
  const framing = Object.keys(value as object).find(isFramingHeader);
  if (framing !== undefined) {
    throw new ProfileError(
      `${path}.${framing}`,
      'no header that says where a request ends: the transport sets it',
    );
  }
}

function pair(value: unknown, path: string): void {
  if (!Array.isArray(value) || value.length !== 2 || !value.every((word) => typeof word === 'string')) {
    throw new ProfileError(path, 'two texts: the word for no, the word for yes');
  }
}

function that(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (!holds(value)) throw new ProfileError(path, expected);
  };
}

function oneOf(...words: string[]): Check {
  return that(`one of ${words.map((word) => `"${word}"`).join(', ')}`, (v) => words.includes(v as string));
}

function optional(check: Check): Check {
  return (value, path) => {
    if (value !== undefined) check(value, path);
  };
}

function listOf(check: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw new ProfileError(path, 'a list');
    value.forEach((item, i) => {
      check(item, `${path}[${i}]`);
    });
  };
}

function recordOf(check: Check): Check {
  return (value, path) => {
    if (!isObject(value)) throw new ProfileError(path, 'an object');
    for (const [name, item] of Object.entries(value)) check(item, `${path}.${name}`);
  };
}

function object(members: Readonly<Record<string, Check>>): Check {
  return (value, path) => {
    if (!isObject(value)) throw new ProfileError(path || 'profile', 'an object');
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(members, name)) {
        throw new ProfileError(
          path === '' ? name : `${path}.${name}`,
          `one of ${Object.keys(members).join(', ')}`,
        );
      }
    }
    for (const [name, check] of Object.entries(members))
      check(value[name], path === '' ? name : `${path}.${name}`);
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
