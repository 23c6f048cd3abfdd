import { namesOf } from '../../help/namesOf.ts';
import { unknownNames } from '../../help/unknownNames.ts';
import type { CheckoutSession } from '../../protocol/page/session.ts';
import { whyNoApp } from '../appReturnUrls.ts';
import { CheckoutConfigError } from '../configError.ts';
import type { FramingWatch } from '../framing/framingWatch.ts';
import { type ErrorContext, problemOf } from '../http/errorResponse.ts';
import { ProblemError } from '../http/problem.ts';
import type { HandlerLimits, NewServerSession } from '../options.ts';
import type { PriceOrder } from '../shop/priceOrder.ts';
import { assertOrderGiven } from './assertOrderGiven.ts';
import { assertOrderSize } from './assertOrderSize.ts';
import { displayOf, type ShopSettings } from './displayOf.ts';
import { keepOrder } from './keepOrder.ts';
import { type OpenForAppContext, openForApp } from './openForApp.ts';
import { CheckoutSessionError, type CheckoutSessionErrorCode } from './sessionError.ts';
import { sessionOf } from './sessionOf.ts';

const OPTIONS = namesOf<NewServerSession>({ correlationId: true, app: true });

export interface ServerSessionContext extends OpenForAppContext, Pick<ErrorContext, 'log' | 'failures'> {
  readonly settings: OpenForAppContext['settings'] & ShopSettings;
  readonly limits: OpenForAppContext['limits'] & Pick<HandlerLimits, 'maxOrderBytes'>;
  readonly priceOrder: PriceOrder;
  readonly framing: Pick<FramingWatch, 'framingOf'>;
  /** Resolves when the store can be used. */
  readonly ready: () => Promise<void>;
}

/**
 * `POST /session` for the merchant's own code: nobody is asked who it is, and no rate limit counts it.
 *
 * @throws CheckoutSessionError
 * @throws CheckoutConfigError for options that there are not, and for an order that JSON cannot hold.
 */
export async function serverSession(
  context: ServerSessionContext,
  order: unknown,
  options: NewServerSession,
): Promise<CheckoutSession> {
  assertOrderGiven('createSession', order);
  const correlationId = readCorrelationId(options) ?? context.randomHex(8);
  const app = options.app ?? null;
  const why = app === null ? null : whyNoApp(context.settings.appReturnUrls, app);
  if (why !== null) throw new CheckoutConfigError(`createSession: ${why}`);
  try {
    await context.ready();
    assertOrderSize(order, context.limits.maxOrderBytes);
    const facts = await context.priceOrder(order, { reason: 'server', request: null, principal: null });
    if (facts === null) throw new ProblemError('order_not_found');
    const kept = keepOrder(order, facts.orderReference);
    const asked = { reason: 'server', previous: null, correlationId, order: kept, app } as const;
    const session = sessionOf(await openForApp(context, facts, asked));
    return {
      ...session,
      ...context.framing.framingOf(session.redirectUrl, null),
      ...displayOf(context.settings, facts, context.decimals),
    };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const problem = problemOf(context, error, { correlationId });
    const cause = error === problem ? {} : { cause: error };
    throw new CheckoutSessionError(
      problem.code as CheckoutSessionErrorCode,
      problem.message,
      problem.details,
      cause,
    );
  }
}

/** @throws CheckoutConfigError */
function readCorrelationId(options: NewServerSession): string | undefined {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new CheckoutConfigError('createSession: expected options such as { app }.');
  }
  const unknown = unknownNames('option of createSession', options, OPTIONS);
  if (unknown.length > 0) throw new CheckoutConfigError(unknown.join(' '));
  const { correlationId } = options;
  if (correlationId === undefined) return undefined;
  if (typeof correlationId === 'string' && /^[\w-]{8,64}$/.test(correlationId)) return correlationId;
  throw new CheckoutConfigError('createSession: correlationId: expected 8 to 64 letters, digits, _ or -.');
}
