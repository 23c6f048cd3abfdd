import type { DialogBundle, UnreadCall, WidgetContext } from './bundles.ts';
import { load as loadDialog } from './dialog.ts?lazy';

const warmed = new WeakSet<AbortSignal>();
const held = new WeakMap<WidgetContext, UnreadCall>();

/**
 * Prefetches what an open needs, when the customer shows intent: the dialog's code and the language, a connection to the
 * gateway, and with `warm: 'session'` the session. The connection is opened by a hidden frame, in the network partition that the hosted page
 * will use; `preconnect` opens it in another one (https://github.com/whatwg/fetch/issues/1035). Once for each mount, and
 * never for a customer who saves data.
 *
 * @param mounted aborted when the button is taken away; and everything that was prefetched with it.
 */
export function warmUp(context: WidgetContext, mounted: AbortSignal): void {
  const { options } = context;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || mounted.aborted || warmed.has(mounted)) return;
  warmed.add(mounted);
  // What cannot be loaded now is asked for again at the click.
  loadDialog(context.loadFile).then(
    (dialog: DialogBundle) => dialog.warm(context),
    () => {},
  );
  if (options.warm === 'session') {
    const call = context.request('warm');
    const reply = readAtOnce(call.reply);
    held.set(context, { ...call, reply });
    // Then the click sends a new request, instead of failing with this one.
    const forget = () => held.delete(context);
    reply.then(({ status }) => status < 300 || forget(), forget);
    mounted.addEventListener('abort', () => {
      forget();
      call.abort.abort();
    });
  }
  const [origin] = `${options.gatewayOrigins ?? ''}`.split(/[ ,]/);
  // Never another scheme, whatever the option says (T14).
  if (!/^https?:/.test(`${origin}`) || options.warm === 'files') return;
  const frame = document.createElement('iframe');
  frame.src = `${origin}/robots.txt`;
  frame.style.display = 'none';
  // In the element, so that it is removed with an element that is removed without `unmount()`.
  (context.element ?? document.body).append(frame);
  mounted.addEventListener('abort', () => frame.remove());
}

/** Read before the click: a body that is read at the click arrives after the dialog's first paint, and delays the hosted page. */
async function readAtOnce(reply: UnreadCall['reply']): UnreadCall['reply'] {
  const answer = await reply;
  const body = Promise.resolve(answer.json());
  // Not an unhandled rejection: the error belongs to whoever reads the body.
  body.catch(() => {});
  return { status: answer.status, headers: answer.headers, json: () => body };
}

/** The session that was requested on intent, for one open only. The checkout renews it if it is too old by then. */
export function takeWarm(context: WidgetContext): UnreadCall | undefined {
  const call = held.get(context);
  held.delete(context);
  if (call) call.clickedAt = performance.now();
  return call;
}
