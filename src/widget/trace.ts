import type { SessionCall } from '../checkout/sessionAnswer.ts';
import type { UnreadCall, UnreadReply, WidgetContext } from './bundles.ts';
import type { CheckoutState } from './options.ts';

export interface Tracing {
  /** The flow has come to a state. */
  reach(state: CheckoutState): void;
  /** Reads a call's reply, and the server's name for this open with it. */
  read(call: UnreadCall): SessionCall;
}

/** Fills in what the stream tells of this open. */
export function startTrace(trace: WidgetContext['trace'], openedAt: number): Tracing {
  const sinceOpen = () => performance.now() - openedAt;
  delete trace.correlationId;
  Object.defineProperty(trace, 'at', { get: sinceOpen, enumerable: true, configurable: true });
  trace.timings = { creating: 0 };
  return {
    reach(state) {
      trace.timings = { [state]: sinceOpen(), ...trace.timings };
    },
    read(call) {
      async function read(): SessionCall['reply'] {
        const response = await call.reply;
        const { status = 200, headers } = response;
        const name = headers?.get('x-correlation-id');
        if (name) trace.correlationId = name;
        return { status, headers, body: await bodyOf(response).catch(() => null) };
      }
      return { ...call, reply: read() };
    },
  };
}

/** Of a copy: without the dialog, the full page is opened by the same answer. */
async function bodyOf(reply: UnreadReply): Promise<unknown> {
  return (reply.clone?.() ?? reply).json();
}
