import { isWebUrl } from './isWebUrl.ts';
import { passesLuhn } from './luhn.ts';
import type { RuleContext, TextRule } from './profile.ts';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;
const URL_EXPECTED =
  'an absolute http(s) address of at most 2048 characters without user and password; https unless testing';
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/**
 * Shape of single request fields, by the document's name without its letter case's variants (N26). `*` is for every
 * other text. Each can be replaced, or turned off with `false`, in `profile.limits.fields`.
 */
export const FIELD_RULES = {
  Amount: rule(
    'a decimal above zero such as "10.50"',
    (t) => /^\d{1,12}(\.\d+)?$/.test(t) && /[1-9]/.test(t),
  ),
  Currency: pattern('three capital letters such as "EUR"', /^[A-Z]{3}$/),
  Language: pattern('two small letters such as "en"', /^[a-z]{2}$/),
  OrderReference: printable('1 to 80 printable characters', 1, 80),
  UniqueReference: printable('1 to 64 printable characters', 1, 64),
  PspId: pattern('1 to 20 digits', /^\d{1,20}$/),
  RedirectionURL: rule(URL_EXPECTED, isWebAddress),
  FailRedirectionURL: rule(URL_EXPECTED, isWebAddress),
  CallBackURL: rule(URL_EXPECTED, isWebAddress),
  Country: pattern('three capital letters (ISO 3166 alpha-3) such as "MLT"', /^[A-Z]{3}$/),
  DateOfBirth: rule('a date in the past such as "1990-12-31"', isPastDate),
  IPAddress: rule('an IPv4 or IPv6 address', isIpAddress),
  CardNumber: rule('12 to 19 digits with a right check digit', (t) => /^\d{12,19}$/.test(t) && passesLuhn(t)),
  CvV2: pattern('3 or 4 digits', /^\d{3,4}$/),
  ExpMonth: pattern('two digits from "01" to "12"', /^(0[1-9]|1[0-2])$/),
  ExpYear: rule(
    'four digits, this year or later',
    (t, { now }) => /^\d{4}$/.test(t) && Number(t) >= new Date(now).getUTCFullYear(),
  ),
  CardHolderName: printable('2 to 45 printable characters', 2, 45),
  CardToken: printable('1 to 64 printable characters', 1, 64),
  '*': printable('at most 1024 characters, none of them a control character', 0, 1024),
} as const satisfies Record<string, TextRule>;

function rule(
  expected: string,
  test: (text: string, context: RuleContext) => boolean,
): Exclude<TextRule, false> {
  return { expected, test };
}

function pattern(expected: string, shape: RegExp): Exclude<TextRule, false> {
  return rule(expected, (text) => shape.test(text));
}

/** Control characters would forge lines in logs and headers (T36). */
function printable(expected: string, min: number, max: number): Exclude<TextRule, false> {
  return rule(expected, (text) => text.length >= min && text.length <= max && !CONTROL.test(text));
}

function isWebAddress(text: string, { live }: RuleContext): boolean {
  if (text.length > 2048 || CONTROL.test(text) || !isWebUrl(text)) return false;
  if (live && !/^https/i.test(text)) return false;
  const url = new URL(text);
  return url.username === '' && url.password === '';
}

function isPastDate(text: string, { now }: RuleContext): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && date.getTime() < now;
}

function isIpAddress(text: string): boolean {
  if (IPV4.test(text)) return true;
  if (!text.includes(':') || !/^[0-9a-f:.]{2,45}$/i.test(text)) return false;
  try {
    return new URL(`http://[${text}]`).hostname.startsWith('[');
  } catch {
    return false;
  }
}
