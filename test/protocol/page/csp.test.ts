import { describe, expect, it } from 'vitest';
import { blockingDirective, parseCsp } from '../../../src/protocol/page/csp.ts';

describe('blockingDirective', () => {
  const CASES: readonly [policy: string, origin: string, allowed: boolean][] = [
    ['', 'https://a.example', true],
    ["frame-src 'none'", 'https://a.example', false],
    ['frame-src https:', 'https://a.example', true],
    ['frame-src https:', 'http://a.example', false],
    ['frame-src http:', 'https://a.example', true],
    ['frame-src *', 'https://a.example', true],
    ['frame-src a.example', 'https://a.example', true],
    ['frame-src https://a.example', 'https://a.example:8443', false],
    ['frame-src https://a.example:8443', 'https://a.example:8443', true],
    ['frame-src https://a.example:*', 'https://a.example:8443', true],
    ['frame-src *.example', 'https://a.example', true],
    ['frame-src *.a.example', 'https://a.example', false],
    ["frame-src 'self'", 'https://shop.example', true],
    ["default-src 'self'", 'https://a.example', false],
    ["default-src 'self'; child-src https://a.example", 'https://a.example', true],
    ['script-src a.example', 'https://b.example', true],
    ["frame-src https://a.example, frame-src 'none'", 'https://a.example', false],
    ["frame-src https://a.example; frame-src 'none'", 'https://a.example', true],
  ];
  for (const [policy, origin, allowed] of CASES) {
    it(`${policy || 'no policy'} ${allowed ? 'allows' : 'refuses'} ${origin}`, () => {
      const names = ['frame-src', 'child-src', 'default-src'];
      const blocking = blockingDirective(parseCsp(policy), names, origin, 'https://shop.example');
      expect(blocking === null).toBe(allowed);
    });
  }
});
