import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeCrypto, platformHmac, webCryptoHmac } from '../../../src/protocol/gateway/hmac.ts';
import { sameText } from '../../../src/protocol/gateway/sameText.ts';

describe('HMAC-SHA-256 (N16)', () => {
  it('known answers of RFC 4231, with a key shorter and one longer than a block', () => {
    const hmac = platformHmac();
    const hex = (secret: string, text: string) =>
      Buffer.from(hmac(secret, text) as Uint8Array).toString('hex');
    expect(hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    expect(hex('a'.repeat(131), 'Test Using Larger Than Block-Size Key')).toBe(
      createHmac('sha256', 'a'.repeat(131)).update('Test Using Larger Than Block-Size Key').digest('hex'),
    );
  });

  it("is Node's own for any secret and text, one after the other, and WebCrypto's", async () => {
    const ours = [platformHmac(), webCryptoHmac()];
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(
        text.filter((secret) => secret !== ''),
        text,
        async (secret, part) => {
          const long = part.repeat(40);
          for (const message of [part, long, part]) {
            const expected = createHmac('sha256', secret).update(message, 'utf8').digest('hex');
            for (const hmac of ours)
              expect(Buffer.from(await hmac(secret, message)).toString('hex')).toBe(expected);
          }
        },
      ),
    );
  });

  it('a digest stays what it was when the next is made', () => {
    const hmac = platformHmac();
    const first = hmac('secret', 'one') as Uint8Array;
    const before = Buffer.from(first).toString('hex');
    void hmac('secret', 'two');
    expect(Buffer.from(first).toString('hex')).toBe(before);
  });
});

describe('a runtime without Node’s modules', () => {
  it.each([
    ['without a process', undefined],
    ['with one that has no modules', {}],
  ])('%s has WebCrypto for digests and comparisons', async (_what, process) => {
    const real = globalThis.process;
    let here: [unknown, Promise<Uint8Array> | Uint8Array, Promise<boolean>, Promise<boolean>];
    try {
      globalThis.process = process as never;
      here = [nodeCrypto(), platformHmac()('key', 'text'), sameText('a', 'a'), sameText('a', 'b')];
    } finally {
      globalThis.process = real;
    }
    expect(here[0]).toBeUndefined();
    expect(here[1]).toBeInstanceOf(Promise);
    expect(Buffer.from(await here[1])).toEqual(createHmac('sha256', 'key').update('text').digest());
    expect([await here[2], await here[3]]).toEqual([true, false]);
  });
});
