import type { SessionCall } from '../checkout/sessionAnswer.ts';
import type { SessionReason } from '../protocol/page/session.ts';
import type { UnreadCall, UnreadReply, WidgetContext } from './bundles.ts';
import type { CheckoutState } from './options.ts';

type Why = [reason: SessionReason, previous?: string];

export interface Tracing {
  /** The flow has come to a state. */
  reach(state: CheckoutState): void;
  /** Reads a call's reply, and the server's name for this open with it. */
  read(call: UnreadCall, ...why: Why): SessionCall;
}

/**
 * Fills in what the stream tells of this open.
 *
 * @param askAgain for a session, when a reply cannot be read.
 */
export function startTrace(
  trace: WidgetContext['trace'],
  openedAt: number,
  askAgain: (reply: UnreadReply, ...why: Why) => Promise<unknown>,
): Tracing {
  const sinceOpen = () => performance.now() - openedAt;
  delete trace.correlationId;
  Object.defineProperty(trace, 'at', { get: sinceOpen, enumerable: true, configurable: true });
  trace.timings = { creating: 0 };
  return {
    reach(state) {
      trace.timings = { [state]: sinceOpen(), ...trace.timings };
    },
    read(call, ...why) {
      async function read(): SessionCall['reply'] {
        const response = await call.reply;
        const { status = 200, headers } = response;
        const name = headers?.get('x-correlation-id');
        if (name) trace.correlationId = name;
        const body = await bodyOf(response)
          // The page may have read it before us.
          .catch(() => askAgain(response, ...why))
          .catch(() => null);
        return { status, headers, body };
      }
      return { ...call, reply: read() };
    },
  };
}

/** Of a copy: without the dialog, the full page is opened by the same answer. */
async function bodyOf(reply: UnreadReply): Promise<unknown> {
  return (reply.clone?.() ?? reply).json();
}
