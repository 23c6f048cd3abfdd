import { createHmac } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { platformHmac, webCryptoHmac } from '../../../src/protocol/gateway/hmac.ts';
import {
  canonicalText,
  fieldList,
  none,
  rawBodyHmac,
  type SignatureScheme,
} from '../../../src/protocol/gateway/signature.ts';

const SECRET = 'sécret';
const digest = (text: string) => createHmac('sha256', SECRET).update(text, 'utf8').digest('base64');

async function signed(scheme: SignatureScheme, payload: unknown, raw = ''): Promise<(string | null)[]> {
  const message = { payload, raw };
  return Promise.all([platformHmac(), webCryptoHmac()].map((hmac) => scheme(message, SECRET, hmac)));
}

describe('signatures of other profiles', () => {
  it('over the exact bytes on the wire', async () => {
    const raw = '{"A":"Ä" }';
    expect(await signed(rawBodyHmac(), { a: 'other' }, raw)).toEqual([digest(raw), digest(raw)]);
  });

  it('over the named fields in the order given, an absent one empty', async () => {
    const scheme = fieldList(['Status', 'Gone', 'Amount', 'UDF.x']);
    const payload = { Amount: '9.90', Status: 'Processed', Other: 'no', UDF: { x: 'ü' } };
    expect(await signed(scheme, payload)).toEqual([digest('Processed||9.90|ü'), digest('Processed||9.90|ü')]);
  });

  it('where Node’s own HMAC is not, by WebCrypto', async () => {
    const node = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
    onTestFinished(() => node.mockRestore());
    const hmac = platformHmac();
    expect(await rawBodyHmac()({ payload: {}, raw: 'Ä' }, SECRET, hmac)).toBe(digest('Ä'));
    expect(node).toHaveBeenCalledWith('node:crypto');
  });

  it('none', async () => {
    expect(await signed(none(), { a: 1 })).toEqual([null, null]);
  });
});

describe('the order of signed fields', () => {
  it('is that of their code units, before they are lower-cased, and of arrival for one name', () => {
    expect(canonicalText({ b: 'B', a: 1, B: null, A: true, a_: '' })).toBe('a=true&b=&a=1&a_=&b=b');
    // A field `a.b` beside a nested one.
    expect(canonicalText({ c: 0, 'a.b': 'first', a: { b: 'second' }, A: 0 })).toBe(
      'a=0&a.b=first&a.b=second&c=0',
    );
    expect(canonicalText({ c: 0, a: { b: 'second' }, 'a.b': 'first', A: 0 })).toBe(
      'a=0&a.b=second&a.b=first&c=0',
    );
  });
});
