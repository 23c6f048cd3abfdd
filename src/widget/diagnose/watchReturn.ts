import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import { isOnScreen } from '../../checkout/machine.ts';
import { parseFrameMessage } from '../../protocol/page/frameMessage.ts';
import type { CheckoutOptions } from '../options.ts';
import { warnOnce } from './print.ts';
import { checkReturnPage } from './returnPage.ts';

/** What keeps a return page from saying that the customer is back; what else it may lack is for `diagnose()` to say. */
const SILENT = ['return_page_not_framed', 'return_script_missing'];

/**
 * Says why the return page was not heard of, once a payment has ended without it: the outcome came by polling, later than it
 * could, and the customer saw an empty frame meanwhile. Asks for the return page of this very session, which has ended.
 */
export function watchReturn({ session }: CheckoutOptions, model: Pick<CheckoutModel, 'state'>): void {
  const endpoint = typeof session === 'string' ? new URL(session, document.baseURI) : null;
  const opened = model.state.peek().session?.sessionId;
  if (!endpoint || !opened) return;
  let isHeard = false;
  const hear = ({ data }: MessageEvent) => {
    const message = parseFrameMessage(data);
    isHeard ||= message.ok && message.value.type === 'returned';
  };
  addEventListener('message', hear);
  const stop = model.state.subscribe(({ phase, ending }) => {
    if (isOnScreen(phase)) return;
    queueMicrotask(() => stop());
    removeEventListener('message', hear);
    if (isHeard || !ending || !('outcome' in ending) || ending.outcome === 'closed') return;
    checkReturnPage(endpoint, location, __VERSION__, opened).then(
      (findings) => findings.filter(({ code }) => SILENT.includes(code)).forEach(warnOnce),
      () => {},
    );
  });
}
