import { describe, expect, it } from 'vitest';
import { checkRequest, type RequestIssue } from '../../../src/protocol/gateway/checkRequest.ts';
import { defaultProfile } from '../../../src/protocol/gateway/defaultProfile.ts';
import { defineProfile } from '../../../src/protocol/gateway/defineProfile.ts';
import { FIELD_RULES } from '../../../src/protocol/gateway/fields.ts';
import type { GatewayProfile, Variant } from '../../../src/protocol/gateway/profile.ts';

const NOW = Date.UTC(2026, 10, 21);
const context = { now: NOW, live: false };

const RULES: Record<keyof typeof FIELD_RULES, { good: string[]; bad: string[] }> = {
  Amount: {
    good: ['1', '10.00', '0.01', '999999999999.99'],
    bad: ['0', '0.00', '-1', '1e1', '10,00', '.5', '1.', '1234567890123', ' 1'],
  },
  Currency: { good: ['EUR', 'XYZ'], bad: ['eur', 'EU', 'EURO', ''] },
  Language: { good: ['en', 'mt'], bad: ['EN', 'eng', 'en-GB', 'e'] },
  OrderReference: {
    good: ['A-1', 'x'.repeat(80), 'Größe 1'],
    bad: ['', 'x'.repeat(81), 'a\nb', 'a\u2028b', '\u001b[31m', 'a\0b'],
  },
  UniqueReference: { good: ['6b29fc40-ca47-1067-b31d-00dd010662da'], bad: ['x'.repeat(65), 'a\rb'] },
  PspId: { good: ['850907'], bad: ['85a', '../1', '', '1'.repeat(21)] },
  RedirectionURL: {
    good: ['https://shop.example/a?b=c@d', 'http://127.0.0.1:80/'],
    bad: [
      '/a',
      'ftp://a',
      'javascript:alert(1)',
      'https://u:p@shop.example/',
      'https:////u@shop.example/',
      'https://@',
      `https://a/${'x'.repeat(2048)}`,
      'https://a/\nb',
    ],
  },
  FailRedirectionURL: { good: ['https://shop.example/'], bad: ['shop.example'] },
  CallBackURL: { good: ['https://shop.example/'], bad: ['data:x'] },
  Country: { good: ['MLT'], bad: ['MT', 'mlt'] },
  DateOfBirth: {
    good: ['1990-12-31', '2000-02-29'],
    bad: ['1990-02-30', '31-12-1990', '2030-01-01', '1990-12-31T00:00'],
  },
  IPAddress: {
    good: ['203.0.113.1', '::1', '2001:db8::1', '::ffff:1.2.3.4'],
    bad: ['256.1.1.1', '1.2.3', 'localhost', ':::', '1.2.3.4.', '2001:db8::1%eth0'],
  },
  CardNumber: {
    good: ['4111111111111111', '6304000000000000'],
    bad: ['4111111111111112', '4111 1111 1111 1111', '41111', ''],
  },
  CvV2: { good: ['123', '0123'], bad: ['12', '12345', '12a'] },
  ExpMonth: { good: ['01', '12'], bad: ['1', '00', '13', '1 '] },
  ExpYear: { good: ['2026', '2040'], bad: ['2025', '26', '20260'] },
  CardHolderName: { good: ['Ada Lovelace'], bad: ['A', 'x'.repeat(46), 'Ada\tL'] },
  CardToken: { good: ['0f8fad5b-d9cb-469f-a165-70867728950e'], bad: ['', 'x'.repeat(65)] },
  '*': { good: ['', 'any text', 'x'.repeat(1024)], bad: ['x'.repeat(1025), 'a\u0007', 'a\u2029b'] },
};

describe('field rules (N26)', () => {
  for (const [name, { good, bad }] of Object.entries(RULES)) {
    const rule = FIELD_RULES[name as keyof typeof FIELD_RULES];
    it(`${name} takes ${rule.expected}`, () => {
      for (const text of good) expect([text, rule.test(text, context)]).toEqual([text, true]);
      for (const text of bad) expect([text, rule.test(text, context)]).toEqual([text, false]);
    });
  }

  it('asks for https once money moves', () => {
    const { test } = FIELD_RULES.CallBackURL;
    expect(test('http://shop.example/', { now: NOW, live: false })).toBe(true);
    expect(test('http://shop.example/', { now: NOW, live: true })).toBe(false);
  });
});

const common = {
  TransactionType: 'PURC',
  Amount: '10.00',
  Currency: 'EUR',
  OrderReference: 'A-1',
  UniqueReference: 'u-1',
  RedirectionURL: 'https://shop.example/r',
  CallBackURL: 'https://shop.example/c',
  IsTest: true,
};
const credentials = {
  CardNumber: '4111111111111111',
  ExpMonth: '01',
  ExpYear: '2030',
  CardHolderName: 'Ada Lovelace',
};
const bodies: Record<Variant, Record<string, unknown>> = {
  cardPayment: { ...common, PaymentCredentials: credentials },
  tokenPayment: { ...common, Card: { CardToken: 't' } },
  payoutByPspId: { ...common, PspId: '1' },
  payoutByToken: { ...common, PaymentDestination: { CardToken: 't' } },
  payoutByCard: { ...common, PaymentCredentials: credentials },
  hostedPage: common,
};

function check(
  body: Record<string, unknown>,
  variant: Variant = 'hostedPage',
  profile: GatewayProfile = defaultProfile,
): RequestIssue[] {
  return checkRequest(body, variant, profile, context);
}

describe('checkRequest', () => {
  for (const [variant, body] of Object.entries(bodies)) {
    it(`S117 ${variant} needs each of its required fields and no more`, () => {
      expect(check(body, variant as Variant)).toEqual([]);
      for (const path of defaultProfile.limits.required[variant as Variant]) {
        const copy = structuredClone(body);
        const names = path.split('.');
        const last = names.pop() as string;
        const owner = names.reduce((o, name) => o[name] as Record<string, unknown>, copy);
        delete owner[last];
        expect(check(copy, variant as Variant)).toContainEqual({
          path,
          rule: 'required',
          expected: 'to be present',
        });
      }
    });
  }

  it.each([
    [{ Amount: true }, 'Amount', 'type'],
    [{ IsTest: 'true' }, 'IsTest', 'type'],
    [{ Currency: 978 }, 'Currency', 'type'],
    [{ Client: 'Ada' }, 'Client', 'type'],
    [{ Client: { Email: 5 } }, 'Client.Email', 'type'],
    [{ Client: { Country: 'MT' } }, 'Client.Country', 'shape'],
    [{ Client: { email: 'a@b.c' } }, 'Client.email', 'spelling'],
    [{ callBackUrl: 'https://a/' }, 'callBackUrl', 'spelling'],
    [{ Nonsense: 1 }, 'Nonsense', 'unknown'],
    [{ Currency: 'ZZZ' }, 'Currency', 'shape'],
    [{ Currency: 'JPY', Amount: '10.5' }, 'Amount', 'shape'],
    [{ UDF: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v'])) }, 'UDF', 'size'],
    [{ UDF: { note: 'a\nb' } }, 'UDF.note', 'shape'],
    [{ Configuration: { ShowSavedCards: false } }, 'Configuration.ShowSavedCards', 'type'],
  ])('%j is refused at %s', (change, path, rule) => {
    expect(check({ ...common, ...change })).toEqual([expect.objectContaining({ path, rule })]);
  });

  it('S130 S53 further customer fields and any UDF pass', () => {
    expect(
      check({
        ...common,
        Client: { TaxNumber: 'MT123' },
        UDF: { MerchantField1: 'x', Another: 'y' },
        Configuration: { Theme: 'x' },
      }),
    ).toEqual([]);
  });

  it('the value that was given is in no issue', () => {
    const issues = check({ ...common, OrderReference: 'secret\n4111111111111111' });
    expect(JSON.stringify(issues)).not.toContain('4111');
  });

  it('N1 any spelling is read where the profile says so', () => {
    const profile = defineProfile({ wire: { acceptCase: 'any' } });
    const body = Object.fromEntries(
      Object.entries(common).map(([name, value]) => [name.toLowerCase(), value]),
    );
    expect(check(body, 'hostedPage', profile)).toEqual([]);
    expect(check({ ...body, currency: 'eur' }, 'hostedPage', profile)).toEqual([
      expect.objectContaining({ path: 'currency' }),
    ]);
  });

  it('N26 a rule can be replaced, or turned off', () => {
    const long = { ...common, OrderReference: 'x'.repeat(100), Language: 'en-GB' };
    expect(check(long).map(({ path }) => path)).toEqual(['OrderReference', 'Language']);
    const profile = defineProfile({
      limits: {
        fields: { OrderReference: false, Language: { expected: 'a tag', test: (t) => /^[a-z-]+$/i.test(t) } },
      },
    });
    expect(check(long, 'hostedPage', profile)).toEqual([]);
  });

  it('N5 fields that a route demands', () => {
    const profile = defineProfile({ limits: { extraClientFields: ['TaxNumber'] } });
    expect(check(common, 'hostedPage', profile)).toEqual([
      expect.objectContaining({ path: 'Client.TaxNumber', rule: 'required' }),
    ]);
    expect(check({ ...common, Client: { TaxNumber: '1' } }, 'hostedPage', profile)).toEqual([]);
  });
});
