import { describe, expect, it } from 'vitest';
import { platformHmac, webCryptoHmac } from '../../../src/protocol/gateway/hmac.ts';
import { canonicalText, flatHmacSha256 } from '../../../src/protocol/gateway/signature.ts';
import vectors from './signatureVectors.json' with { type: 'json' };

describe('the default signature (S160, N16)', () => {
  for (const [index, vector] of vectors.entries()) {
    it(`known answer ${index + 1}`, async () => {
      expect(canonicalText(vector.payload)).toBe(vector.canonical);
      for (const hmac of [platformHmac(), webCryptoHmac()]) {
        const message = { payload: vector.payload, raw: '' };
        expect(await flatHmacSha256()(message, vector.secret, hmac)).toBe(vector.signature);
      }
    });
  }
});
