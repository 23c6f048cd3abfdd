import { checkRedirectUrl } from '../checkout/redirectUrl.ts';
import { languageOf } from '../view/language/languageOf.ts';
import { later } from './catalogue.ts?later';
import type { Shared, UnreadCall } from './stage.ts';

const warmed = new WeakSet<AbortSignal>();
const held = new WeakMap<Shared, UnreadCall>();

/**
 * The customer shows intent: opens the connection to the gateway, in the partition its frame will use (`preconnect` opens
 * it in another one: https://github.com/whatwg/fetch/issues/1035), and with `warm: 'session'` asks for the session. Once for each mount, and never for a customer who
 * saves data.
 *
 * @param mounted aborted when the button is taken away; what was warmed goes with it.
 */
export function warmUp(shared: Shared, mounted: AbortSignal): void {
  const { options } = shared;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || mounted.aborted || warmed.has(mounted)) return;
  warmed.add(mounted);
  // Asked for again when the dialog opens; what fails now is said in English then.
  languageOf(options, shared.load, later).catch(() => {});
  if (options.warm === 'session') {
    const call = shared.request('warm');
    const reply = readAtOnce(call.reply);
    held.set(shared, { ...call, reply });
    // The click asks again then, instead of failing with it.
    const forget = () => held.delete(shared);
    reply.then(({ status }) => status < 300 || forget(), forget);
    mounted.addEventListener('abort', () => {
      held.delete(shared);
      call.abort.abort();
    });
  }
  const origin = `${options.gatewayOrigins ?? ''}`.split(/[ ,]/)[0];
  if (!origin || options.warm === 'files') return;
  const frame = document.createElement('iframe');
  frame.src = checkRedirectUrl(`${origin}/robots.txt`);
  frame.style.display = 'none';
  // In the element, so that it goes with one that is taken away without a word to us.
  (shared.element ?? document.body).append(frame);
  mounted.addEventListener('abort', () => frame.remove());
}

/** A body that is read only at the click comes after the dialog's first drawing, and the hosted page after that. */
async function readAtOnce(reply: UnreadCall['reply']): UnreadCall['reply'] {
  const answer = await reply;
  const body = Promise.resolve(answer.json());
  // Whoever reads it hears why it cannot be read.
  body.catch(() => {});
  return { status: answer.status, headers: answer.headers, json: () => body };
}

/** The session that was asked for on intent, for one open. The flow renews it if it has grown too old by then. */
export function takeWarm(shared: Shared): UnreadCall | undefined {
  const call = held.get(shared);
  held.delete(shared);
  if (call) call.clickedAt = performance.now();
  return call;
}
