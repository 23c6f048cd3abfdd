import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { HostedPayment, PageDesk, PageStep } from './desk.ts';
import { readChoice } from './readChoice.ts';
import {
  type Rendered,
  renderApproval,
  renderApprovalGone,
  renderExpired,
  renderLeaving,
  renderPayment,
  renderUnknown,
} from './render.tsx';
import { localeFor } from './texts/locale.ts';

export interface PageOptions {
  /** A new random text for each answer, at least 128 bits, of letters, digits, `+` and `/` (the policy's nonce). */
  nonce: () => string;
}

const LARGEST_FORM = 16 * 1024;
const ANSWERS = ['approve', 'decline', 'abandon'] as const;

/**
 * The hosted page's addresses, under `/hpp`. Nothing is kept here: all state is in the address and behind the desk,
 * since a browser sends no cookie from a cross-site frame.
 *
 * - `GET|POST /hpp/:token`: form fields `method` (`card` | `bank` | `wallet` | `voucher`), and for a card
 *   `holderName`, `number`, `expiry` (`MM/YY` or `MM/YYYY`), `securityCode`, or `savedCardId` and `securityCode`; for a bank `bank`
 * - `POST /hpp/:token/cancel`
 * - `GET|POST /hpp/approval/:id?page=<token>`: form field `answer` (`approve` | `decline` | `abandon`)
 *
 * A step that leaves for the shop is answered 200 by a page that goes there at once (`<meta http-equiv=refresh>`, and a link).
 */
export function pageRoutes(desk: PageDesk, options: PageOptions): Hono {
  const routes = new Hono();
  const limit = bodyLimit({ maxSize: LARGEST_FORM });
  const show = (c: Context, render: (nonce: string) => Rendered) => {
    const { status, html, headers } = render(options.nonce());
    return c.body(html, status, headers);
  };
  const unknown = (c: Context) =>
    show(c, (nonce) => renderUnknown(nonce, localeFor(c.req.header('accept-language') ?? '')));

  /** What every step leads to, except those that show the form again. */
  const follow = (c: Context, step: PageStep, token: string | undefined) => {
    if (step.kind === 'leave')
      return show(c, (nonce) => renderLeaving(nonce, step.redirectTo, language(token)));
    if (step.kind === 'expired') return open(c, token);
    return unknown(c);
  };
  const language = (token: string | undefined) => {
    const opened = token === undefined ? undefined : desk.open(token);
    return opened !== undefined && opened.kind === 'payable' ? opened.payment.language : 'en';
  };
  const open = (c: Context, token: string | undefined) => {
    const opened = token === undefined ? { kind: 'unknown' as const } : desk.open(token);
    if (opened.kind === 'payable') return show(c, (nonce) => renderPayment(nonce, opened.payment));
    if (opened.kind === 'settled') return show(c, (nonce) => renderLeaving(nonce, opened.redirectTo, 'en'));
    if (opened.kind === 'expired') return show(c, (nonce) => renderExpired(nonce, opened));
    return unknown(c);
  };

  routes.get('/hpp/:token', (c) => open(c, c.req.param('token')));

  routes.post('/hpp/:token', limit, async (c) => {
    const token = c.req.param('token');
    const opened = desk.open(token);
    if (opened.kind !== 'payable') return open(c, token);
    const payment: HostedPayment = opened.payment;
    const read = readChoice(new URLSearchParams(await c.req.text()));
    if (read === null) return show(c, (nonce) => renderPayment(nonce, payment, { noMethod: true }));
    const step = await desk.choose(token, read.choice);
    if (step.kind === 'approve') {
      return c.redirect(
        `approval/${encodeURIComponent(step.approval.id)}?page=${encodeURIComponent(token)}`,
        303,
      );
    }
    if (step.kind === 'refused') {
      const again = { ...payment, problem: step.message };
      return show(c, (nonce) => renderPayment(nonce, again, { entered: read.entered, refused: true }));
    }
    if (step.kind === 'invalid') {
      const { problems } = step;
      return show(c, (nonce) => renderPayment(nonce, payment, { entered: read.entered, problems }));
    }
    return follow(c, step, token);
  });

  routes.post('/hpp/:token/cancel', limit, async (c) => {
    const token = c.req.param('token');
    const step = await desk.cancel(token);
    return follow(c, step, token);
  });

  routes.get('/hpp/approval/:id', (c) => {
    const approval = desk.approval(c.req.param('id'));
    if (approval === null) return show(c, (nonce) => renderApprovalGone(nonce, 'en'));
    return show(c, (nonce) => renderApproval(nonce, approval));
  });

  routes.post('/hpp/approval/:id', limit, async (c) => {
    const token = c.req.query('page');
    const approval = desk.approval(c.req.param('id'));
    if (approval === null) return show(c, (nonce) => renderApprovalGone(nonce, 'en'));
    const form = new URLSearchParams(await c.req.text());
    const answer = ANSWERS.find((each) => each === form.get('answer'));
    if (answer === undefined) return show(c, (nonce) => renderApproval(nonce, approval));
    const step = await desk.answer(approval.id, answer);
    if (step.kind === 'refused' && token !== undefined)
      return c.redirect(`../${encodeURIComponent(token)}`, 303);
    return follow(c, step, token);
  });

  return routes;
}
