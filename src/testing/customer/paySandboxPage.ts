import { cardToType, type PayWith } from '../../sandbox/cards/namedCards.ts';
import type { PaidPage, ThreeDSAnswer } from '../../sandbox/paidPage.ts';

/** How a sandbox page is paid without a browser. */
export interface PaySandboxPageOptions {
  /** The answer to a 3-D Secure question. Default `'approve'`. */
  threeDS?: ThreeDSAnswer;
  /** Control token of a sandbox that has one, to wait for the notification. Default: `HPP_SANDBOX_TOKEN`. */
  token?: string;
  /** `false` returns before the notification is delivered. Default `true`. */
  waitForNotification?: boolean;
  /** Default: the platform's. */
  fetch?: (url: string, init?: RequestInit) => Promise<Response>;
}

/**
 * Pays a hosted page of the sandbox as a customer would, without a browser: the form is posted, a 3-D Secure question answered.
 * Resolves once the shop has acknowledged the notification, or refused it.
 *
 * @param redirectUrl of the session that `POST /session` answered.
 * @param card name or number of a test card, or all fields of one.
 * @throws Error when the address is none of a sandbox's, RangeError for a card that is not known by that name.
 * @example
 * const { outcome } = await paySandboxPage(session.redirectUrl, 'paid'); // 'completed'
 */
export async function paySandboxPage(
  redirectUrl: string,
  card: PayWith = 'paid',
  options: PaySandboxPageOptions = {},
): Promise<PaidPage> {
  const ask = options.fetch ?? ((url: string, init?: RequestInit) => fetch(url, init));
  const typed = cardToType(card);
  const { number, expiry, holderName, securityCode } = typed;
  let page = await send(ask, redirectUrl, { method: 'card', number, expiry, holderName, securityCode });
  if (page.status === 303) {
    const approval = new URL(page.headers.get('location') ?? '', redirectUrl).href;
    page = await send(ask, approval, { answer: options.threeDS ?? 'approve' });
    // Refused by the issuer: back at the form.
    if (page.status === 303) page = new Response(null, { status: 402 });
  }
  const returnUrl = refreshedTo(await page.text());
  const outcome = outcomeOf(page.status, returnUrl, redirectUrl);
  const notified =
    options.waitForNotification === false ? null : await isNotified(ask, redirectUrl, options.token);
  return { outcome, returnUrl, notified };
}

type Ask = NonNullable<PaySandboxPageOptions['fetch']>;

function send(ask: Ask, url: string, form: Record<string, string>): Promise<Response> {
  return ask(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
}

/** The address in `<meta http-equiv="refresh" content="0;url=…">`. */
function refreshedTo(html: string): string | null {
  const found = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
  return found === undefined
    ? null
    : found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

function outcomeOf(status: number, returnUrl: string | null, page: string): PaidPage['outcome'] {
  if (status === 402) return 'declined';
  if (status === 410) return 'expired';
  if (returnUrl === null) {
    throw new Error(
      status === 422
        ? 'paySandboxPage: the hosted page does not take the card. Expected a test card with a later expiry and its security code.'
        : `${page} answered ${status}, which is not what a hosted page of the sandbox answers.`,
    );
  }
  const said = new URL(returnUrl).searchParams.get('Status')?.toUpperCase();
  if (said === undefined || said === 'PENDING') return 'pending';
  return said === 'PROCESSED' ? 'completed' : 'failed';
}

async function isNotified(ask: Ask, page: string, given: string | undefined): Promise<boolean> {
  const token = given ?? globalThis.process?.env?.HPP_SANDBOX_TOKEN;
  const { origin, pathname } = new URL(page);
  // The sandbox may stand below a path of its own.
  const controls = `${origin}${pathname.replace(/\/hpp\/[^/]*$/, '')}/_sandbox`;
  const headers = {
    'Content-Type': 'application/json',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  };
  const settled = await ask(`${controls}/settle`, { method: 'POST', body: '{}', headers });
  if (!settled.ok) {
    throw new Error(
      `The sandbox's controls answered ${settled.status}: give its control token, or waitForNotification: false.`,
    );
  }
  const pageToken = pathname.split('/').at(-1);
  const { transactions } = (await (await ask(`${controls}/transactions`, { headers })).json()) as {
    transactions: { pspId: number; token: string }[];
  };
  const pspId = transactions.find(({ token: own }) => own === pageToken)?.pspId;
  const { notifications } = (await (await ask(`${controls}/notifications`, { headers })).json()) as {
    notifications: { pspId: number; state: string }[];
  };
  return notifications.some((each) => each.pspId === pspId && each.state === 'acknowledged');
}
