import type { Refusal } from '../../checkout/sessionAnswer.ts';
import type { ProblemCode } from '../../protocol/page/problem.ts';
import { type Explanation, refused } from './explanation.ts';

/** What to do about a problem document of the handler. The page's origin and the order stand for what was sent. */
const ADVICE: {
  readonly [Code in ProblemCode]?: (sent: { origin: string; order: string }) => string;
} = {
  invalid_request: () => 'The session endpoint takes { order, reason, previous } as JSON.',
  not_authorized: () =>
    'authorize of createCheckoutHandler let nobody in: sign in first. Cookies are sent to the own origin of the page only.',
  origin_not_allowed: ({ origin }) => `Add '${origin}' to allowedOrigins of createCheckoutHandler.`,
  not_found: () =>
    "Mount the handler at the path of publicUrl, and name that path and '/session' in the option session.",
  order_not_found: ({ order }) =>
    `resolveOrder of createCheckoutHandler returned null for the order ${order}.`,
  method_not_allowed: () => 'Let POST through as POST: a redirect on the way turns it into GET.',
  body_too_large: () =>
    "Send the basket's id in place of the basket, or raise limits.maxOrderBytes of createCheckoutHandler.",
  unsupported_media_type: () => 'Let nothing on the way change the content type or compress the body.',
  rate_limited: () =>
    'limits of createCheckoutHandler say how often a session may be asked for. If all customers seem to have one address: trustedProxies.',
  internal_error: () =>
    "Read the server's log. The usual reason: a body parser stands before the handler; mount the handler first.",
  gateway_refused: () =>
    "Read the server's log: it has the gateway's code. Usually it is the credentials, or a field of the order.",
  gateway_unavailable: () =>
    'Is the gateway at HPP_BASE_URL there? To develop: npx hpp-checkout sandbox. Then: npx hpp-checkout doctor.',
  store_unavailable: () => "Is the store's database there? The server's log has the reason.",
};

/** Why an answer of the session endpoint opened no payment page. */
export function explainAnswer(
  endpoint: URL,
  { status, headers, problem }: Refusal,
  message: string,
  order: unknown,
): Explanation {
  const { origin } = location;
  const asked = `POST ${endpoint.href} from a page of ${origin} was answered ${status}`;
  const correlationId = headers?.get('x-correlation-id');
  if (problem) {
    const code = problem.code as ProblemCode;
    const detail = problem.detail ? `: ${problem.detail.replace(/\.$/, '')}` : '';
    const named = correlationId ? ` Its name in the log: ${correlationId}.` : '';
    const advice = ADVICE[code]?.({ origin, order: `${JSON.stringify(order)}`.slice(0, 80) }) ?? '';
    return {
      sentence: `${asked} ${code}${detail}.${status >= 500 ? named : ''}`,
      advice,
      docs: `troubleshooting#problem-${code}`,
    };
  }
  const isPage = /html/.test(headers?.get('content-type') ?? '');
  if (status === 404 || status === 405) {
    return refused(
      'wrong_path',
      `${asked}, not by our handler.`,
      `Mount the handler so that it has ${endpoint.pathname}, or name in the option session where it is: the path of publicUrl and '/session'.`,
    );
  }
  if (status < 300 && isPage) {
    return refused(
      'html',
      `${asked} with a page (HTML).`,
      `Something answers in the handler's place, as a login or the page of a single-page app: let POST ${endpoint.pathname} reach the handler.`,
    );
  }
  if (status < 300) {
    const reason = message.replace(/^.*cannot be read: /, '');
    return refused(
      'wrong_shape',
      `${asked} with no session: ${reason}.`,
      'Answer 201 with JSON { sessionId, redirectUrl, statusUrl }, as the handler does.',
    );
  }
  return refused(
    'no_problem',
    `${asked}${isPage ? ' with a page (HTML)' : ''}, not by our handler.`,
    "Look what stands before the handler: a framework's CSRF guard, a proxy, a login, an error page. The server's log may tell.",
  );
}
