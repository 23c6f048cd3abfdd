import { pageRoutes } from '../../../src/sandbox/page/routes.ts';
import type { FakeHostedPageService } from './fakeHostedPageService.ts';

/** A card that the fake hostedPage takes. */
export const CARD = {
  method: 'card',
  number: '4242 4242 4242 4242',
  expiry: '09/30',
  securityCode: '123',
  holderName: 'Ada Borg',
};

/** The hosted page without a socket. */
export function servedPage(hostedPage: FakeHostedPageService) {
  const app = pageRoutes(hostedPage, { nonce: () => 'bm9uY2U', bankBase: () => 'http://bank.localhost' });
  const at = (path: string) => `http://gateway.test${path}`;
  return {
    get: (path: string, headers: Record<string, string> = {}) => app.request(at(path), { headers }),
    post: (path: string, fields: Record<string, string>) =>
      app.request(at(path), { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

/** The HTML without script and style, whose own texts would match too. */
export function markup(html: string): string {
  return html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '');
}
