import { describe, expect, it } from 'vitest';
import { framingHeadersOf, framingRefusal } from '../../../src/protocol/page/framing.ts';

const SHOP = 'https://shop.example';
const GATEWAY = 'https://pay.gateway.example';

/** Header lines, in order; a name may come twice. */
type Lines = readonly (readonly [name: string, value: string])[];
const xfo = (value: string) => ['X-Frame-Options', value] as const;
const csp = (value: string) => ['Content-Security-Policy', value] as const;

const CASES: readonly [lines: Lines, refused: boolean, embedder?: string, self?: string][] = [
  [[], false],
  // X-Frame-Options
  [[xfo('DENY')], true],
  [[xfo(' deny ')], true],
  [[xfo('SAMEORIGIN')], true],
  [[xfo('SAMEORIGIN')], false, GATEWAY],
  [[xfo('ALLOWALL')], false],
  [[xfo('ALLOW-FROM https://shop.example')], false],
  [[xfo('ALLOW-FROM https://other.example')], false],
  [[xfo('nonsense')], false],
  [[xfo('')], false],
  [[xfo('DENY'), xfo('DENY')], true],
  [[xfo('SAMEORIGIN'), xfo('SAMEORIGIN')], true],
  [[xfo('SAMEORIGIN'), xfo('SAMEORIGIN')], false, GATEWAY],
  [[xfo('SAMEORIGIN, DENY')], true, GATEWAY],
  [[xfo('ALLOWALL'), xfo('nonsense')], true],
  [[xfo('SAMEORIGIN'), xfo('nonsense')], true, GATEWAY],
  [[xfo('DENY, nonsense')], true],
  [[xfo('one, two')], false],
  // frame-ancestors
  [[csp("frame-ancestors 'none'")], true],
  [[csp("FRAME-ANCESTORS 'NONE'")], true],
  [[csp('frame-ancestors')], true],
  [[csp("frame-ancestors 'none' https://shop.example")], false],
  [[csp("frame-ancestors 'self'")], true],
  [[csp("frame-ancestors 'self'")], false, GATEWAY],
  [[csp('frame-ancestors *')], false],
  [[csp('frame-ancestors *')], false, 'http://localhost:3000'],
  [[csp('frame-ancestors https:')], false],
  [[csp('frame-ancestors https:')], true, 'http://localhost:3000'],
  [[csp('frame-ancestors http:')], false],
  [[csp('frame-ancestors https://shop.example')], false],
  [[csp('frame-ancestors HTTPS://SHOP.EXAMPLE')], false],
  [[csp('frame-ancestors https://shop.example/')], false],
  [[csp('frame-ancestors https://other.example')], true],
  [[csp('frame-ancestors https://other.example https://shop.example')], false],
  [[csp('frame-ancestors http://shop.example')], false],
  [[csp('frame-ancestors shop.example')], false],
  [[csp('frame-ancestors shop.example')], true, 'http://shop.example'],
  [[csp('frame-ancestors shop.example')], false, 'http://shop.example', 'http://pay.example'],
  [[csp('frame-ancestors https://shop.example:443')], false],
  [[csp('frame-ancestors http://shop.example:80')], false],
  [[csp('frame-ancestors https://shop.example:8443')], true],
  [[csp('frame-ancestors https://shop.example:8443')], false, 'https://shop.example:8443'],
  [[csp('frame-ancestors https://shop.example')], true, 'https://shop.example:8443'],
  [[csp('frame-ancestors https://shop.example:*')], false, 'https://shop.example:8443'],
  [[csp('frame-ancestors https://*.example')], false],
  [[csp('frame-ancestors https://*.shop.example')], true],
  [[csp('frame-ancestors https://*.shop.example')], false, 'https://www.shop.example'],
  [[csp('frame-ancestors https://www.shop.example')], true],
  // Several policies: all have to let it in.
  [[csp('frame-ancestors *'), csp("frame-ancestors 'none'")], true],
  [[csp("frame-ancestors *, frame-ancestors 'none'")], true],
  [[csp("frame-ancestors *; frame-ancestors 'none'")], false],
  [[csp("default-src 'none'")], false],
  [[csp("default-src 'none'"), csp('frame-ancestors https://shop.example')], false],
  // Where both are sent, frame-ancestors alone counts.
  [[xfo('DENY'), csp('frame-ancestors https://shop.example')], false],
  [[xfo('DENY'), csp("default-src 'none'")], true],
  [[xfo('ALLOWALL'), csp("frame-ancestors 'none'")], true],
  // A policy that only reports refuses nothing, and does not outrank X-Frame-Options.
  [[['Content-Security-Policy-Report-Only', "frame-ancestors 'none'"]], false],
  [[['Content-Security-Policy-Report-Only', 'frame-ancestors *'], xfo('DENY')], true],
];

describe('framingRefusal: as browsers decide it', () => {
  for (const [lines, refused, embedder = SHOP, self = GATEWAY] of CASES) {
    const said = lines.map(([name, value]) => `${name}: ${value}`).join(' + ') || 'no header';
    it(`${said} ${refused ? 'refuses' : 'allows'} ${embedder}`, () => {
      const headers = new Headers();
      for (const [name, value] of lines) headers.append(name, value);
      const refusal = framingRefusal(framingHeadersOf(headers), embedder, self);
      expect(refusal !== null).toBe(refused);
    });
  }

  it('names the header, in one line of bounded length', () => {
    const of = (name: string, value: string) =>
      framingRefusal(framingHeadersOf(new Headers([[name, value]])), SHOP, GATEWAY);
    expect(of('X-Frame-Options', 'DENY')).toBe('X-Frame-Options: DENY');
    expect(of('Content-Security-Policy', "default-src 'self'; frame-ancestors 'self'")).toBe(
      "Content-Security-Policy: frame-ancestors 'self'",
    );
    expect(of('Content-Security-Policy', 'frame-ancestors')).toBe('Content-Security-Policy: frame-ancestors');
    expect(
      of(
        'Content-Security-Policy',
        "frame-ancestors https://a.example  'self', img-src *, frame-ancestors 'none'",
      ),
    ).toBe("Content-Security-Policy: frame-ancestors https://a.example 'self', frame-ancestors 'none'");
    const longest = `deny,${'x'.repeat(195)}`;
    expect(of('X-Frame-Options', longest)).toBe(`X-Frame-Options: ${longest}`);
    expect(of('X-Frame-Options', `${longest}x`)).toBe(`X-Frame-Options: ${longest}…`);
  });
});
