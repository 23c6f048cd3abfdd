import { describe, expect, it } from 'vitest';
import { fakeHostedPageService } from './fakeHostedPageService.ts';
import { CARD, servedPage } from './servedPage.ts';

const policyOf = (answer: Response) =>
  Object.fromEntries(
    (answer.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

describe('headers of the hosted page', () => {
  it('lets through nothing but its own two inline texts', async () => {
    const answer = await servedPage(fakeHostedPageService({ frameAncestors: ['https://shop.example'] })).get(
      '/hpp/tok1',
    );
    expect(policyOf(answer)).toEqual({
      'default-src': "'none'",
      'script-src': "'nonce-bm9uY2U'",
      'style-src': "'nonce-bm9uY2U'",
      'img-src': 'data:',
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': 'https://shop.example',
    });
    const html = await answer.text();
    for (const tag of html.match(/<(?:script|style)[^>]*>/g) ?? []) expect(tag).toContain('nonce="bm9uY2U"');
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  it('T12 is kept by nobody, says where it came from to nobody, and sets no cookie', async () => {
    const { get, post } = servedPage(fakeHostedPageService());
    const answers = [
      await get('/hpp/tok1'),
      await get('/hpp/nobody'),
      await post('/hpp/tok1', CARD),
      await get('/hpp/tok1'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('x-frame-options')).toBeNull();
    }
  });

  it('G18 is framed by the origins given, by all, or by none', async () => {
    for (const [given, expected] of [
      [['https://a.example', 'http://localhost:5173'], 'https://a.example http://localhost:5173'],
      [['*'], '*'],
      [[], "'none'"],
    ] as const) {
      const answer = await servedPage(fakeHostedPageService({ frameAncestors: given })).get('/hpp/tok1');
      expect(policyOf(answer)['frame-ancestors']).toBe(expected);
    }
  });

  it('G18 drops an ancestor that is no origin, so that none can end the directive', async () => {
    const frameAncestors = [
      'https://a.example; script-src *',
      'javascript:1',
      'https://b.example/path',
      '',
      'https://c.example',
    ];
    const answer = await servedPage(fakeHostedPageService({ frameAncestors })).get('/hpp/tok1');
    expect(policyOf(answer)['frame-ancestors']).toBe('https://c.example');
  });

  it('lets nobody frame a bank’s page', async () => {
    const { get, post } = servedPage(fakeHostedPageService({ methods: ['bank'] }));
    await post('/hpp/tok1', { method: 'bank', bank: 'Harbour Bank' });
    expect(policyOf(await get('/hpp/approval/app1'))['frame-ancestors']).toBe("'none'");
  });
});
