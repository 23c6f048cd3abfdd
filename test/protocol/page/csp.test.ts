import { describe, expect, it } from 'vitest';
import { blockingDirective, parseCsp } from '../../../src/protocol/page/csp.ts';

describe('blockingDirective', () => {
  it('names the directive that counts: the first of the names that a policy has', () => {
    const csp = parseCsp("default-src 'none'; child-src 'none'");
    const blocked = (...names: string[]) =>
      blockingDirective(csp, names, 'https://a.example', 'https://shop.example');
    expect(blocked('frame-src', 'child-src', 'default-src')).toBe('child-src');
    expect(blocked('frame-src', 'default-src', 'child-src')).toBe('default-src');
    expect(blocked('frame-src')).toBeNull();
  });

  it('reads a header into its policies, and none as none', () => {
    expect(parseCsp(null)).toEqual([]);
    expect(parseCsp('')).toEqual([]);
    expect(parseCsp(" Frame-Src  a.example\t*; ;default-src 'none', ,img-src *;")).toEqual([
      { 'frame-src': ['a.example', '*'], 'default-src': ["'none'"] },
      { 'img-src': ['*'] },
    ]);
  });

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
    ["frame-src 'none'; frame-src https://a.example", 'https://a.example', false],
    // One policy of two that allows is not enough, and an empty one is none.
    ["frame-src 'none', frame-src https://a.example", 'https://a.example', false],
    [' , ,frame-src https://a.example', 'https://a.example', true],
    ['; ;frame-src   https://b.example   https://a.example', 'https://a.example', true],
    ["FRAME-SRC 'NONE'", 'https://a.example', false],
    ['frame-src HTTPS://A.EXAMPLE', 'https://a.example', true],
    ['frame-src', 'https://a.example', false],
    ["frame-src 'self'", 'https://a.example', false],
    // A star stands for the web's schemes, and a scheme for itself and its secure form.
    ['frame-src *', 'http://a.example', true],
    ['frame-src *', 'ftp://a.example', false],
    ['frame-src *', 'blob:https://a.example/1', false],
    ['frame-src https:', 'ftp://a.example', false],
    ['frame-src http:', 'http://a.example', true],
    ['frame-src http:', 'ftp://a.example', false],
    ['frame-src ftp:', 'https://a.example', false],
    ['frame-src x-https:', 'https://a.example', false],
    // A host, with and without scheme and port.
    ['frame-src http://a.example', 'https://a.example', true],
    ['frame-src http://a.example', 'http://a.example', true],
    ['frame-src https://a.example', 'http://a.example', false],
    ['frame-src ftp://a.example', 'https://a.example', false],
    ['frame-src http://a.example', 'ftp://a.example', false],
    ['frame-src a.example:8443', 'https://a.example', false],
    ['frame-src a.example', 'https://b.a.example', false],
    ['frame-src *.example', 'https://aexample', false],
    ['frame-src https://*.example:*', 'https://a.example:8443', true],
    ["frame-src 'nonce-1' a.example", 'https://a.example', true],
    ['frame-src ://', 'https://a.example', false],
    ['frame-src /a.example', 'https://a.example', false],
    ['frame-src *', 'xhttps://a.example', false],
    ['frame-src https://a.example:80', 'https://a.example:8443', false],
    ['frame-src http://a.example:443', 'http://a.example', false],
  ];
  for (const [policy, origin, allowed] of CASES) {
    it(`${policy || 'no policy'} ${allowed ? 'allows' : 'refuses'} ${origin}`, () => {
      const names = ['frame-src', 'child-src', 'default-src'];
      const blocking = blockingDirective(parseCsp(policy), names, origin, 'https://shop.example');
      expect(blocking === null).toBe(allowed);
    });
  }
});
