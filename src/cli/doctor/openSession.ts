import { type Answer, type Ask, brief } from './ask.ts';
import { type Check, type Finding, failed, ok, warning } from './check.ts';
import { httpCheck } from './httpCheck.ts';

export interface SessionQuestion {
  /** `publicUrl` of the handler. */
  url: string;
  /** Origin of the page that asks. */
  origin: string;
  /** As the page would send it. */
  order: unknown;
  /** A login, for `authorize`: what `--header` gave. */
  headers: Readonly<Record<string, string>>;
}

/** Opens a session for a real order, as a click would; hands its address on. Nothing is paid. */
export function openSession(
  { url, origin, order, headers }: SessionQuestion,
  ask: Ask,
  onSession: (redirectUrl: string) => void,
): Check {
  const needs = [
    'Request bodies',
    'Session route',
    'publicUrl',
    'Origin of the page',
    'Gateway of the server',
  ];
  return httpCheck('A session', needs, async () => {
    const answer = await ask(`${url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...headers },
      body: JSON.stringify({ order, reason: 'open' }),
    });
    const redirectUrl = answer.json?.redirectUrl;
    if (answer.status !== 201 || typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) {
      return refusal(answer, order);
    }
    onSession(redirectUrl);
    return ok(`It was made, and its page is on ${new URL(redirectUrl).origin}.`);
  });
}

function refusal(answer: Answer, order: unknown): Finding {
  const sent = JSON.stringify(order);
  switch (answer.json?.code) {
    case 'order_not_found':
      return failed('order_unknown', {
        detail: `The shop knows no order ${sent} that may be paid: resolveOrder answered null (${brief(answer)}).`,
        expected: 'an order that exists and is not paid yet, in the form that the page sends it.',
        change: `Name another one with --order, or mend resolveOrder. It was sent as ${typeof order === 'string' ? 'a text' : `a ${typeof order}`}: ${otherForm(order)}.`,
      });
    case 'already_completed':
      return warning('order_paid', {
        detail: `The order ${sent} is paid (${brief(answer)}).`,
        expected: 'an order that may be paid.',
        change: 'Name an unpaid one with --order.',
      });
    case 'not_authorized':
      return warning('order_needs_login', {
        detail: `authorize refuses the doctor, which is not logged in: ${brief(answer)}.`,
        expected: 'the login that a customer’s browser would send.',
        change:
          'Copy the Cookie header of a logged-in page from the browser’s network panel: --header "cookie: sid=…".',
      });
    case 'rate_limited':
    case 'session_in_progress':
      return warning('session_refused', {
        detail: `POST /session for ${sent} answers ${brief(answer)}.`,
        expected: 'a session; there were too many, or another one of this order may still be paid.',
        change: 'Wait two minutes, or name another order with --order.',
      });
    default:
      return failed('session_refused', {
        detail: `POST /session for ${sent}: expected a session, got ${brief(answer)}.`,
        expected: '201 with sessionId and redirectUrl.',
        change: 'The server’s log has the reason; Troubleshooting has a line for each code.',
      });
  }
}

/** How the same order is typed in another form: `--order` reads JSON where it can. */
function otherForm(order: unknown): string {
  return typeof order === 'string'
    ? `an object is typed as --order '{"basket":7}'`
    : `if your page sends a text, type --order '${JSON.stringify(String(typeof order === 'object' ? 'A-1001' : order))}'`;
}
