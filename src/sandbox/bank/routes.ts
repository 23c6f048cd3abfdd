import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Approval, HostedPageService } from '../hostedPage/hostedPageService.ts';
import { renderApprovalGone, renderLeaving } from '../page/render.tsx';
import { BANK_PAGES, type BankPageBehaviour } from './behaviour.ts';
import { tryCookies } from './cookies.ts';
import { type RenderedBankPage, renderBankLeaving, renderBankPage } from './render.tsx';

export interface BankOptions {
  /** As of the hosted page. */
  nonce: () => string;
  /** Address above the hosted page, by the request that leads there. */
  pageBase: (request: Request) => string;
}

const LARGEST_FORM = 16 * 1024;
const ANSWERS = ['approve', 'decline', 'abandon'] as const;
const UNKNOWN = { language: 'en', theme: 'classic' } as const;

/**
 * The banks' own pages, under `/bank`, on an origin of their own where the sandbox has one.
 *
 * - `GET /bank/:id?page=<token>`: the approval's page; `window=1` in the window that it has opened
 * - `POST /bank/:id?page=<token>`: form field `answer` (`approve` | `decline` | `abandon`)
 */
export function bankRoutes(hostedPage: HostedPageService, { nonce, pageBase }: BankOptions): Hono {
  const routes = new Hono();
  const show = (c: Context, { html, headers }: RenderedBankPage) => c.body(html, 200, headers);
  /** Asked and not answered yet. */
  function asked(c: Context): { approval: Approval; behaviour: BankPageBehaviour } | null {
    const approval = hostedPage.approval(c.req.param('id') ?? '');
    return approval?.bank ? { approval, behaviour: BANK_PAGES[approval.bank] } : null;
  }
  function gone(c: Context): Response {
    const { html, headers } = renderApprovalGone(nonce(), UNKNOWN);
    return c.body(html, 404, headers);
  }
  /** By a page that goes there: browsers hold the redirects of a posted form against its page's policy. */
  function leave(c: Context, redirectTo: string, how: BankPageBehaviour['leaves']): Response {
    if (how !== undefined) return show(c, renderBankLeaving(nonce(), redirectTo, how));
    return show(c, renderLeaving(nonce(), { redirectTo }, UNKNOWN));
  }

  routes.get('/bank/:id', (c) => {
    const found = asked(c);
    if (found === null) return gone(c);
    const { approval, behaviour } = found;
    const verdict = behaviour.needsCookie ? tryCookies(c) : undefined;
    if (verdict instanceof Response) return verdict;
    const isWindow = c.req.query('window') !== undefined;
    return show(c, renderBankPage(nonce(), approval, behaviour, { verdict, isWindow }));
  });

  routes.post('/bank/:id', bodyLimit({ maxSize: LARGEST_FORM }), async (c) => {
    const id = c.req.param('id');
    const found = asked(c);
    const form = new URLSearchParams(await c.req.text());
    const answer = ANSWERS.find((each) => each === form.get('answer'));
    if (answer === undefined) {
      if (found === null) return gone(c);
      return show(c, renderBankPage(nonce(), found.approval, found.behaviour, { isWindow: false }));
    }
    // One that is answered already leads on all the same: some pages send their form twice.
    const step = await hostedPage.answer(id, answer);
    if (step.kind === 'leave') return leave(c, step.redirectTo, found?.behaviour.leaves);
    const token = c.req.query('page');
    if (step.kind === 'unknown' || token === undefined) return gone(c);
    return leave(c, `${pageBase(c.req.raw)}/hpp/${encodeURIComponent(token)}`, undefined);
  });

  return routes;
}
