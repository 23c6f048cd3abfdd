import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { languageDetector } from 'hono/language';
import type { HostedPageService, PageStep } from '../hostedPage/hostedPageService.ts';
import { digitsOf } from './digits.ts';
import type { LastTry } from './lastTry.ts';
import { SANDBOX_CODE } from './OneTimeCode.tsx';
import { readChoice } from './readChoice.ts';
import {
  type PageContext,
  type Rendered,
  renderApproval,
  renderApprovalGone,
  renderExpired,
  renderLeaving,
  renderPayment,
  renderToBank,
  renderUnknown,
} from './render.tsx';
import { LOCALES } from './texts/locale.ts';

export interface PageOptions {
  /** A new random text for each answer, at least 128 bits, of letters, digits, `+` and `/` (the policy's nonce). */
  nonce: () => string;
  /** Address above the banks' own pages, by the request that leads there. */
  bankBase: (request: Request) => string;
}

const LARGEST_FORM = 16 * 1024;
const ANSWERS = ['approve', 'decline', 'abandon'] as const;

/**
 * The hosted page's addresses, under `/hpp`. Nothing is kept here: all state is in the address and behind the service,
 * since a browser sends no cookie from a cross-site frame (https://developer.mozilla.org/en-US/docs/Web/API/Storage_Access_API).
 *
 * - `GET|POST /hpp/:token`: form fields `method` (`card` | `bank` | `wallet` | `voucher`), and for a card
 *   `holderName`, `number`, `expiry` (`MM/YY` or `MM/YYYY`), `securityCode`, or `savedCardId` and `securityCode`; for a bank `bank`
 * - `POST /hpp/:token/cancel`
 * - `GET|POST /hpp/approval/:id?page=<token>`: form field `answer` (`approve` | `decline` | `abandon`),
 *   and for 3-D Secure `otp`, empty or the sandbox's code
 *
 * A step that leaves for the shop is answered 200 by a page that goes there at once (`<meta http-equiv=refresh>`, and a link).
 */
export function pageRoutes(hostedPage: HostedPageService, options: PageOptions): Hono {
  const routes = new Hono();
  const limit = bodyLimit({ maxSize: LARGEST_FORM });
  const show = (c: Context, rendered: Rendered) => c.body(rendered.html, rendered.status, rendered.headers);
  /** Language and theme where no payment is known. */
  const anonymous = (c: Context): PageContext => ({
    language: c.get('language'),
    theme: 'classic',
  });

  const open = (c: Context, token: string, last?: LastTry) => {
    const opened = hostedPage.open(token);
    const nonce = options.nonce();
    if (opened.kind === 'payable') return show(c, renderPayment(nonce, opened.payment, last));
    if (opened.kind === 'settled') return show(c, renderLeaving(nonce, opened, anonymous(c)));
    if (opened.kind === 'expired') return show(c, renderExpired(nonce, opened));
    return show(c, renderUnknown(nonce, anonymous(c)));
  };
  /** The steps that end a page's life. */
  const end = (c: Context, step: PageStep, token: string, page: PageContext) =>
    step.kind === 'leave' ? show(c, renderLeaving(options.nonce(), step, page)) : open(c, token);

  routes.use(
    '/hpp/*',
    languageDetector({
      order: ['header'],
      supportedLanguages: Object.keys(LOCALES),
      fallbackLanguage: 'en',
      caches: false,
    }),
  );

  routes.get('/hpp/:token', (c) => open(c, c.req.param('token')));

  routes.post('/hpp/:token', limit, async (c) => {
    const token = c.req.param('token');
    const opened = hostedPage.open(token);
    if (opened.kind !== 'payable') return open(c, token);
    const read = readChoice(new URLSearchParams(await c.req.text()));
    if (read === null) return open(c, token, { noMethod: true });
    const { entered } = read;
    const step = await hostedPage.choose(token, read.choice);
    switch (step.kind) {
      case 'approve':
        return c.redirect(
          `approval/${encodeURIComponent(step.approval.id)}?page=${encodeURIComponent(token)}`,
          303,
        );
      case 'refused':
        // The next try is most likely with another card.
        return open(c, token, { entered: { ...entered, expiry: '' }, refused: step.message });
      case 'invalid':
        return open(c, token, { entered, problems: step.problems });
      default:
        return end(c, step, token, opened.payment);
    }
  });

  routes.post('/hpp/:token/cancel', limit, async (c) => {
    const token = c.req.param('token');
    const opened = hostedPage.open(token);
    const page = opened.kind === 'payable' ? opened.payment : anonymous(c);
    return end(c, await hostedPage.cancel(token), token, page);
  });

  routes.get('/hpp/approval/:id', (c) => {
    const approval = hostedPage.approval(c.req.param('id'));
    const nonce = options.nonce();
    if (approval === null) return show(c, renderApprovalGone(nonce, anonymous(c)));
    if (!approval.bank) return show(c, renderApproval(nonce, approval));
    const { search } = new URL(c.req.url);
    const redirectTo = `${options.bankBase(c.req.raw)}/bank/${encodeURIComponent(approval.id)}${search}`;
    return show(c, renderToBank(nonce, { redirectTo }, approval));
  });

  routes.post('/hpp/approval/:id', limit, async (c) => {
    const token = c.req.query('page');
    const approval = hostedPage.approval(c.req.param('id'));
    if (approval === null) return show(c, renderApprovalGone(options.nonce(), anonymous(c)));
    const form = new URLSearchParams(await c.req.text());
    const answer = ANSWERS.find((each) => each === form.get('answer'));
    if (answer === undefined) return show(c, renderApproval(options.nonce(), approval));
    const code = digitsOf(form.get('otp') ?? '');
    if (answer === 'approve' && code !== '' && code !== SANDBOX_CODE) {
      return show(c, renderApproval(options.nonce(), approval, true));
    }
    const step = await hostedPage.answer(approval.id, answer);
    if (step.kind === 'leave') return show(c, renderLeaving(options.nonce(), step, approval));
    // The form's own address, so that a reload asks nobody again. An approval of direct connect has no form to go back to.
    if (token !== undefined) return c.redirect(`../${encodeURIComponent(token)}`, 303);
    return show(c, renderApprovalGone(options.nonce(), approval));
  });

  return routes;
}
