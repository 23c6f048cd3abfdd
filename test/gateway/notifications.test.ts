import crypto, { createHmac } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { GatewayError } from '../../src/gateway/errors/gatewayError.ts';
import { defineProfile } from '../../src/protocol/gateway/defineProfile.ts';
import { sameByWebCrypto, sameText } from '../../src/protocol/gateway/sameText.ts';
import { canonicalText, fieldList, none, rawBodyHmac } from '../../src/protocol/gateway/signature.ts';
import type { PaymentNotification } from '../../src/protocol/gateway/transaction.ts';
import { errorOf, NOTIFICATION, openWire, SECRETS, TOKEN } from './wire.ts';

const { gateway } = openWire();
const body = JSON.stringify(NOTIFICATION);
const mac = (text: string, secret: string = SECRETS.signatureSecret) =>
  createHmac('sha256', secret).update(text).digest('base64');
const signature = mac(canonicalText(NOTIFICATION));

describe('reading a notification (S17, S163–S183)', () => {
  it('S163 S164 S165 S166 S167 S168 S169 S170 S171 S172 S173 S174 S175 S176 S177 S178 S179 S180 S181 S182 S183 every field', async () => {
    const { raw, ...read } = await gateway.notifications.verify({ body, headers: { signature } });
    expect(read).toEqual({
      state: 'processed',
      status: 'Processed',
      pspId: '850907',
      orderReference: 'Order-1',
      uniqueReference: NOTIFICATION.UniqueReference,
      transactionToken: NOTIFICATION.TransactionToken,
      amount: '10.00',
      currency: 'EUR',
      authCode: '123456',
      cardInput: true,
      cardNumber: '411111******1111',
      cardExpiry: { month: 12, year: 2030 },
      cardHolderName: 'Ada Lovelace',
      cardCountry: 'MLT',
      cardType: 'VISA',
      cardToken: TOKEN,
      acquirer: 'BANK',
      email: 'ada@example.com',
      clientAccount: null,
      is3ds: false,
      isTest: null,
      udf: null,
      attemptNumber: 1,
      sentAt: new Date(1_700_000_000_000),
      unreadable: [],
    });
    expect(raw).toEqual({ ...NOTIFICATION, CardToken: '[redacted]' });
  });

  const parse = (change: object, profile = gateway.profile) =>
    openWire({ profile }).gateway.notifications.parseUnverified({
      body: JSON.stringify({ ...NOTIFICATION, ...change }),
      headers: {},
    });

  it('S67 S68 S69 S70 S74 S90 any letter case of a name is read (N1)', () => {
    const lower = Object.fromEntries(Object.entries(NOTIFICATION).map(([k, v]) => [k.toLowerCase(), v]));
    const read = gateway.notifications.parseUnverified({ body: JSON.stringify(lower), headers: {} });
    expect(read).toMatchObject({ pspId: '850907', email: 'ada@example.com', is3ds: false });
    const exact = defineProfile({ wire: { readCase: 'exact' } });
    expect(() =>
      openWire({ profile: exact }).gateway.notifications.parseUnverified({
        body: JSON.stringify(lower),
        headers: {},
      }),
    ).toThrow(expect.objectContaining({ code: 'notification_invalid', path: 'Status' }));
  });

  it('G10 a PspId may be a number; one beyond 2^53 would have lost its end', () => {
    expect(parse({ PspId: 850907 }).pspId).toBe('850907');
    expect(() => parse({ PspId: 2 ** 53 })).toThrow(expect.objectContaining({ path: 'PspId' }));
  });

  it.each([
    ['auto', 1_700_000_000, 1_700_000_000_000],
    ['auto', 1_700_000_000_000, 1_700_000_000_000],
    ['s', 1_700_000_000, 1_700_000_000_000],
    ['ms', 1_700_000_000_000, 1_700_000_000_000],
  ] as const)('N18 time in %s: %i', (timeUnit, sent, ms) => {
    expect(
      parse({ SentDateTime: sent }, defineProfile({ notification: { timeUnit } })).sentAt?.getTime(),
    ).toBe(ms);
  });

  it.each([
    ['s', 1_700_000_000_000],
    ['ms', 1_700_000_000],
  ] as const)('N18 a time that cannot be in %s is null, and is named', (timeUnit, SentDateTime) => {
    expect(parse({ SentDateTime }, defineProfile({ notification: { timeUnit } }))).toMatchObject({
      sentAt: null,
      unreadable: ['SentDateTime'],
    });
  });

  it.each([
    ['12/2030', { month: 12, year: 2030 }],
    ['01/30', { month: 1, year: 2030 }],
    ['1/30', { month: 1, year: 2030 }],
    ['13/30', null],
    ['2030-12', { month: 12, year: 2030 }],
    ['2030-12-31T00:00:00Z', { month: 12, year: 2030 }],
    ['203012', { month: 12, year: 2030 }],
    ['122030', { month: 12, year: 2030 }],
    [122030, { month: 12, year: 2030 }],
    ['201012', { month: 12, year: 2010 }],
    ['1012', null],
    [12.3, null],
    [{ Month: 12, Year: 2030 }, null],
  ])('S174 G15 expiry %s', (CardExpiry, expected) => {
    expect(parse({ CardExpiry }).cardExpiry).toEqual(expected);
  });

  it('T12 a card number that is not masked, is', () => {
    expect(parse({ CardNumber: '4111111111111111' })).toMatchObject({
      cardNumber: '411111******1111',
      raw: { CardNumber: '411111******1111' },
    });
  });

  it('T12 what arrived is seen redacted only, however one looks', () => {
    const notification = parse({ CardNumber: '4111111111111111', CardToken: 'a-token-of-this-shop' });
    const looks = [
      JSON.stringify(notification),
      JSON.stringify({ ...notification }.raw),
      JSON.stringify(structuredClone(notification).raw),
      inspect(notification, { showHidden: true, getters: true, depth: 9 }),
    ];
    for (const look of looks) expect(look).not.toContain('4111111111111111');
    for (const look of looks.slice(1)) expect(look).toContain('411111******1111');
    expect(notification.raw).toBe(notification.raw);
    expect(Object.isFrozen(Object.freeze(notification)) && notification.raw).toMatchObject({
      CardToken: '[redacted]',
    });
  });

  it('S53 G4 UDF comes back', () => {
    expect(parse({ UDF: { MerchantField1: 'x' } }).udf).toEqual({ MerchantField1: 'x' });
  });

  it.each(['Status', 'PspId', 'OrderReference', 'UniqueReference', 'Amount', 'Currency'])(
    '%s must be there',
    (path) => {
      for (const value of [undefined, null, '', [], {}]) {
        expect(() => parse({ [path]: value })).toThrow(
          expect.objectContaining({ code: 'notification_invalid', path }),
        );
      }
    },
  );

  it.each([
    ['IsTest', 'N'],
    ['IsTest', 1],
    ['Status', 7],
    ['Currency', 978],
    ['OrderReference', 7],
    ['UniqueReference', true],
    ['Amount', { value: '10.00' }],
    ['PspId', 1.5],
  ])('T2 what settles money is read strictly: %s must not be %j', (path, value) => {
    expect(() => parse({ [path]: value })).toThrow(expect.objectContaining({ path }));
  });

  it('N6 the profile may bring its own reader', () => {
    const profile = defineProfile({
      notification: { parse: (json) => ({ ...(json as { x: PaymentNotification }).x, state: 'processed' }) },
    });
    expect(parse({ x: { pspId: '9' } }, profile)).toMatchObject({ pspId: '9', state: 'processed' });
  });

  it('S187 there are no other events: any word of Status is read', () => {
    expect(parse({ Status: 'Refunded' })).toMatchObject({ state: 'unknown', status: 'Refunded' });
  });

  it.each(['form', 'query'] as const)('N23 as %s, signed and read', async (encode) => {
    const profile = defineProfile({
      notification: { encode, ...(encode === 'query' ? { method: 'GET' } : {}) },
    });
    const { gateway } = openWire({ profile });
    const signed = await gateway.notifications.sign({ ...NOTIFICATION, UDF: { a: 'b & c' } });
    const incoming =
      encode === 'form' ? signed : { body: '', headers: signed.headers, url: `/notify?${signed.body}` };
    expect(await gateway.notifications.verify(incoming)).toMatchObject({
      pspId: '850907',
      udf: { a: 'b & c' },
      is3ds: false,
    });
    expect(
      await errorOf(gateway.notifications.verify({ ...incoming, body: 'A=1&A=2', url: '/notify?A=1&A=2' })),
    ).toMatchObject({
      code: 'notification_invalid',
    });
  });
});

describe('verifying', () => {
  it('takes a Request, bytes, Headers and plain headers', async () => {
    const { headers } = await gateway.notifications.sign({ ...NOTIFICATION });
    const request = new Request('https://shop.example/notify', { method: 'POST', body, headers });
    const forms = [
      request,
      { body: new TextEncoder().encode(body), headers: new Headers(headers) },
      { body, headers: { SIGNATURE: signature } },
      { body, headers: { signature: [signature] } },
    ];
    for (const form of forms) expect((await gateway.notifications.verify(form)).pspId).toBe('850907');
  });

  it('a parsed body is refused with what to do', async () => {
    const error = await errorOf(
      gateway.notifications.verify({ body: NOTIFICATION as never, headers: { signature } }),
    );
    expect(error).toMatchObject({
      code: 'raw_body_required',
      message: expect.stringContaining('express.raw'),
    });
  });

  it('two secrets are valid while one replaces the other; the first signs', async () => {
    const both = openWire({ signatureSecret: ['new', 'old'] }).gateway.notifications;
    for (const secret of ['new', 'old']) {
      const signature = mac(canonicalText(NOTIFICATION), secret);
      expect((await both.verify({ body, headers: { signature } })).pspId).toBe('850907');
    }
    expect((await both.sign({ ...NOTIFICATION })).headers.Signature).toBe(
      mac(canonicalText(NOTIFICATION), 'new'),
    );
    expect(
      await errorOf(both.verify({ body, headers: { signature: mac(canonicalText(NOTIFICATION), 'older') } })),
    ).toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it.each([
    ['at once', (secret: string) => secret],
    ['late', async (secret: string) => secret],
  ])('asks for secrets that are fetched %s, and says when one cannot be', async (_when, fetch) => {
    const late = openWire({ signatureSecret: [() => fetch('new'), () => fetch('old')] }).gateway;
    for (const secret of ['new', 'old']) {
      const signature = mac(canonicalText(NOTIFICATION), secret);
      expect((await late.notifications.verify({ body, headers: { signature } })).pspId).toBe('850907');
    }
    const vault = async (): Promise<string> => {
      throw new Error('The vault is closed.');
    };
    const scheme = () => {
      throw new Error('no scheme');
    };
    for (const signatureSecret of [
      [vault, 'old'],
      ['old', vault],
      [vault, vault],
    ]) {
      for (const profile of [
        undefined,
        defineProfile({ notification: { signature: { header: 'Signature', sign: scheme } } }),
      ]) {
        const { gateway } = openWire({ signatureSecret, ...(profile && { profile }) });
        // A rejection that nobody hears would end the run.
        expect(await errorOf(gateway.notifications.verify({ body, headers: { signature } }))).toMatchObject({
          code: 'signing_failed',
        });
      }
    }
  });

  it("N16 N24 other schemes, and a scheme and header of the notification's own", async () => {
    for (const sign of [rawBodyHmac(), fieldList(['PspId', 'Amount'])]) {
      const { gateway } = openWire({
        profile: defineProfile({ notification: { signature: { header: 'X-N', sign } } }),
      });
      const signed = await gateway.notifications.sign({ ...NOTIFICATION });
      expect(Object.keys(signed.headers)).toContain('X-N');
      expect((await gateway.notifications.verify(signed)).pspId).toBe('850907');
      expect(
        await errorOf(gateway.notifications.verify({ body: signed.body, headers: { signature } })),
      ).toMatchObject({ code: 'signature_missing' });
    }
  });

  it('without a scheme nothing is ever verified', async () => {
    const { gateway } = openWire({ profile: defineProfile({ signature: { sign: none() } }) });
    for (const value of ['', 'null', 'undefined', signature]) {
      const error = await errorOf(gateway.notifications.verify({ body, headers: { signature: value } }));
      expect(error.code).toBe(value === '' ? 'signature_missing' : 'signature_mismatch');
    }
  });
});

describe('T24 no signature but the right one', () => {
  const hex = Buffer.from(signature, 'base64').toString('hex');
  const bad: unknown[] = [
    '',
    ' ',
    'null',
    'undefined',
    '0',
    'true',
    '=',
    'A'.repeat(44),
    '='.repeat(44),
    signature.slice(0, -1),
    `${signature}=`,
    `${signature} `,
    ` ${signature}`,
    `${signature}\n`,
    `"${signature}"`,
    signature.toLowerCase(),
    signature.toUpperCase(),
    signature.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
    hex,
    hex.toUpperCase(),
    `sha256=${signature}`,
    `v1=${signature}`,
    `t=NaN,v1=${signature}`,
    `${signature},${signature}`,
    `${signature}, ${signature}`,
    `${signature};${signature}`,
    'é'.repeat(44),
    '\u0000'.repeat(44),
    '💳'.repeat(22),
    'x'.repeat(100_000),
    signature.slice(1) + signature[0],
    // Each of its 43 letters replaced by the one beside it: the length is right, one place is not.
    ...Array.from(
      { length: 43 },
      (_, i) =>
        signature.slice(0, i) + String.fromCharCode(signature.charCodeAt(i) ^ 1) + signature.slice(i + 1),
    ),
    createHmac('sha1', SECRETS.signatureSecret).update(canonicalText(NOTIFICATION)).digest('base64'),
    createHmac('sha512', SECRETS.signatureSecret).update(canonicalText(NOTIFICATION)).digest('base64'),
    createHmac('sha256', '').update(canonicalText(NOTIFICATION)).digest('base64'),
    mac(body),
    mac(''),
    mac('{}'),
    mac(canonicalText(NOTIFICATION).toUpperCase()),
    [],
    [''],
    [signature, signature],
    ['', signature],
    undefined,
  ];
  for (const [index, value] of bad.entries()) {
    it(`vector ${index + 1}: ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
      const error = await errorOf(
        gateway.notifications.verify({ body, headers: { signature: value as string } }),
      );
      expect(error.code).toMatch(/^signature_(missing|mismatch)$/);
    });
  }

  it('headers of two names that differ in letter case count as two', async () => {
    const headers = { signature, Signature: 'x' };
    expect(await errorOf(gateway.notifications.verify({ body, headers }))).toMatchObject({
      code: 'signature_mismatch',
    });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'PspId=1'],
    ['a number', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['half', body.slice(0, -5)],
    ['two byte order marks', `\ufeff\ufeff${body}`],
  ])('a body of %s never passes and never crashes', async (_name, text) => {
    for (const value of [signature, mac(text), mac('')]) {
      expect(
        (await errorOf(gateway.notifications.verify({ body: text, headers: { signature: value } }))).code,
      ).toMatch(/^(notification_invalid|signature_mismatch)$/);
    }
  });

  it('a byte order mark before the JSON changes nothing: the right signature passes, a wrong one does not', async () => {
    const marked = `\ufeff${body}`;
    const read = (text: string) => gateway.notifications.verify({ body: text, headers: { signature } });
    expect({ ...(await read(marked)) }).toEqual({ ...(await read(body)) });
    for (const value of [mac(marked), mac('')]) {
      expect(
        await errorOf(gateway.notifications.verify({ body: marked, headers: { signature: value } })),
      ).toMatchObject({ code: 'signature_mismatch' });
    }
  });

  it('bytes that are no UTF-8, and a payload without an end', async () => {
    expect(
      await errorOf(
        gateway.notifications.verify({ body: new Uint8Array([123, 255, 125]), headers: { signature } }),
      ),
    ).toMatchObject({ code: 'notification_invalid' });
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    expect(
      (await errorOf(gateway.notifications.verify({ body: deep, headers: { signature } }))).code,
    ).toMatch(/^(signing_failed|notification_invalid)$/);
  });

  it('200,000 headers at random: no throw but a NotificationError, no accept', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=';
    let state = 42;
    const next = (n: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % n;
    };
    const small = '{"a":1}';
    const real = mac('a=1');
    const verify = gateway.notifications.verify;
    let refused = 0;
    for (let i = 0; i < 5_000; i++) {
      const chars = [...real];
      for (let edits = 1 + next(3); edits > 0; edits--)
        chars[next(chars.length)] = alphabet[next(alphabet.length)] as string;
      if (chars.join('') === real) continue;
      await verify({ body: small, headers: { signature: chars.join('') } }).catch((error: GatewayError) => {
        if (error.code === 'signature_mismatch') refused++;
        else throw error;
      });
    }
    expect(refused).toBeGreaterThan(4_500);
    for (let i = 0; i < 195_000; i++) {
      const length = next(64);
      let text = '';
      for (let j = 0; j < length; j++) text += String.fromCharCode(next(0xffff));
      if (await sameText(real, text)) throw new Error(`accepted ${JSON.stringify(text)}`);
    }
  });

  it('a changed body is accepted only where the signed text is the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(body.length - 1), fc.integer({ min: 32, max: 126 })), {
          minLength: 1,
          maxLength: 3,
        }),
        async (edits) => {
          const chars = [...body];
          for (const [at, code] of edits) chars[at] = String.fromCharCode(code);
          const changed = chars.join('');
          const accepted = await gateway.notifications.verify({ body: changed, headers: { signature } }).then(
            () => true,
            () => false,
          );
          if (accepted) expect(canonicalText(JSON.parse(changed))).toBe(canonicalText(NOTIFICATION));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('T26 what one signature covers twice', () => {
  it("payloads that share a signature differ in what is read, so the caller's comparison still tells them apart", async () => {
    const moved = { ...NOTIFICATION, CardHolderName: 'x&cardtoken=y', OrderReference: 'ORDER-1' };
    const read = await gateway.notifications.verify({
      body: JSON.stringify(moved),
      headers: { signature: mac(canonicalText(moved)) },
    });
    expect(read.orderReference).toBe('ORDER-1'); // not "Order-1": references are compared exactly
    const upper = JSON.stringify({ ...NOTIFICATION, OrderReference: 'ORDER-1' });
    expect((await gateway.notifications.verify({ body: upper, headers: { signature } })).orderReference).toBe(
      'ORDER-1',
    );
  });

  it('T26 a field that settles money under two spellings with two values is refused', async () => {
    const twice = { ...NOTIFICATION, amount: '0.01' };
    const error = await errorOf(
      gateway.notifications.verify({
        body: JSON.stringify(twice),
        headers: { signature: mac(canonicalText(twice)) },
      }),
    );
    expect(error).toMatchObject({ code: 'notification_invalid', path: 'Amount' });
  });

  it('one name twice in the JSON is refused: parsers disagree on which counts', async () => {
    for (const text of [
      body.replace('{', '{"Amount":"0.01",'),
      body.replace('{', '{"\\u0041mount":"0.01",'),
      body.replace('{', '{"UDF":{"a":1,"a":1},'),
      body.replace('}', ',"PspId":"850907"}'),
      body.replace('{', '{"Amount" :"0.01",'),
      body.replace('{', '{"Amount"\n\t:"0.01","UDF":{"a":":"},'),
    ]) {
      const signature = mac(canonicalText(JSON.parse(text)));
      expect(
        await errorOf(gateway.notifications.verify({ body: text, headers: { signature } })),
      ).toMatchObject({ code: 'notification_invalid' });
    }
    const harmless = JSON.stringify({
      ...NOTIFICATION,
      UDF: { a: '"Amount":"0.01","Amount":', b: [{ c: 1 }, { c: 2 }], d: '\\"', e: ':', f: ' : "' },
    });
    for (const text of [harmless, JSON.stringify(JSON.parse(harmless), null, 2).replaceAll('":', '" :')]) {
      const signature = mac(canonicalText(JSON.parse(text)));
      const { amount } = await gateway.notifications.verify({ body: text, headers: { signature } });
      expect(amount).toBe('10.00');
    }
  });
});

describe('T27 comparison tells nothing by its time', () => {
  it("is the platform's own, for signatures of one length; another length is wrong at once", async () => {
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    const wrong = `X${signature.slice(1)}`;
    await gateway.notifications.verify({ body, headers: { signature } });
    await errorOf(gateway.notifications.verify({ body, headers: { signature: wrong } }));
    await errorOf(gateway.notifications.verify({ body, headers: { signature: 'short' } }));
    expect(compare.mock.results.map(({ value }) => value)).toEqual([true, false]);
    compare.mockRestore();
  });

  it('every secret is tried, whichever matches', async () => {
    const both = openWire({ signatureSecret: [SECRETS.signatureSecret, 'old'] }).gateway.notifications;
    const compare = vi.spyOn(crypto, 'timingSafeEqual');
    await both.verify({ body, headers: { signature } });
    expect(compare).toHaveBeenCalledTimes(2);
    compare.mockRestore();
  });

  it("is right about equality, by Node's comparison and by WebCrypto's", async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(text, text, async (a, b) => {
        const same = Buffer.from(a).equals(Buffer.from(b));
        expect([await sameText(a, a), await sameText(a, b)]).toEqual([true, same]);
        expect(await sameByWebCrypto(bytes(a), bytes(a))).toBe(true);
        expect(await sameByWebCrypto(bytes(a), bytes(b))).toBe(same);
      }),
    );
  });
});
