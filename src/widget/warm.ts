import type { SessionCall } from '../flow/sessionAnswer.ts';
import type { CheckoutOptions } from './options.ts';
import type { Opening } from './stage.ts';

const warmed = new WeakSet<AbortSignal>();
const held = new WeakMap<CheckoutOptions, SessionCall>();

/**
 * The customer shows intent: opens the connection to the gateway, in the partition its frame will use (`preconnect` opens
 * it in another one), and with `warm: 'session'` asks for the session. Once for each mount, and never for a customer who
 * saves data.
 *
 * @param mounted aborted when the button is taken away; what was warmed goes with it.
 */
export function warmUp(options: CheckoutOptions, mounted: AbortSignal, request: Opening['request']): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || mounted.aborted || warmed.has(mounted)) return;
  warmed.add(mounted);
  if (options.warm === 'session') {
    const call = request('warm');
    held.set(options, call);
    // The click asks again then, instead of failing with it.
    const forget = () => held.delete(options);
    call.reply.then(({ status }) => status < 300 || forget(), forget);
    mounted.addEventListener('abort', () => {
      held.delete(options);
      call.abort.abort();
    });
  }
  const origin = options.gatewayOrigins?.[0];
  if (!origin) return;
  const frame = document.createElement('iframe');
  frame.src = `${origin}/robots.txt`;
  frame.style.display = 'none';
  document.body.append(frame);
  mounted.addEventListener('abort', () => frame.remove());
}

/** The session that was asked for on intent, for one open. The flow renews it if it has grown too old by then. */
export function takeWarm(options: CheckoutOptions): SessionCall | undefined {
  const call = held.get(options);
  held.delete(options);
  return call;
}
