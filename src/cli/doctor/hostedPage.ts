import { blockingDirective, parseCsp } from '../../protocol/page/csp.ts';
import { type Ask, brief, NoAnswerError } from './ask.ts';
import type { Check, Finding } from './check.ts';
import type { Installation } from './installation.ts';

/** Opens a session for a real order, as a click would, and looks whether its page may be framed. Nothing is paid. */
export function hostedPage({ url, page }: Installation, order: unknown, ask: Ask): Check {
  return {
    name: 'A session',
    async run(): Promise<Finding> {
      const shop = new URL(page ?? url).origin;
      try {
        const answer = await ask(`${url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: shop },
          body: JSON.stringify({ order, reason: 'open' }),
        });
        if (answer.json?.code === 'already_completed')
          return { state: 'warning', detail: 'That order is paid.', advice: 'Name an unpaid one.' };
        const redirectUrl = answer.json?.redirectUrl;
        if (answer.status !== 201 || typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) {
          return {
            state: 'failed',
            detail: `POST /session: expected a session, got ${brief(answer)}.`,
            advice: 'Troubleshooting in the docs has a line for each code.',
          };
        }
        return framing(await ask(redirectUrl), redirectUrl, shop);
      } catch (error) {
        if (!(error instanceof NoAnswerError)) throw error;
        return {
          state: 'failed',
          detail: error.message,
          advice: 'Is the gateway reachable from customers’ machines?',
        };
      }
    },
  };
}

function framing({ headers }: { headers: Headers }, redirectUrl: string, shop: string): Finding {
  const { origin } = new URL(redirectUrl);
  const csp = parseCsp(headers.get('content-security-policy'));
  const hasPolicy = csp.some((policy) => Object.hasOwn(policy, 'frame-ancestors'));
  const options = headers.get('x-frame-options');
  // Where both are sent, browsers go by frame-ancestors (https://www.w3.org/TR/CSP3/#frame-ancestors-and-frame-options).
  const isFramed = hasPolicy
    ? blockingDirective(csp, ['frame-ancestors'], shop, origin) === null
    : options === null;
  if (isFramed) return { state: 'ok', detail: `The hosted page on ${origin} may be framed by ${shop}.` };
  return {
    state: 'failed',
    detail: `The hosted page on ${origin} refuses to be framed by ${shop}.`,
    advice: `Ask the operator to allow ${shop} in frame-ancestors, or use presentation: 'redirect'.`,
  };
}
