import type { CheckoutModel } from '../../checkout/createCheckoutModel.ts';
import { isOnScreen } from '../../checkout/machine.ts';
import { checkIsolation } from './diagnosePage.ts';
import { headersOfPage } from './policies.ts';
import { warnOnce } from './print.ts';

/**
 * Says why a page that has loaded gives no sign of life, where this page's own header is the reason: browsers call a frame that
 * it keeps empty loaded, and tell scripts nothing (https://html.spec.whatwg.org/multipage/browsers.html#coep).
 */
export function watchSilence({ state }: Pick<CheckoutModel, 'state'>): void {
  const stop = state.subscribe(({ phase, slow }) => {
    const isSilent = phase === 'paying' && slow;
    if (!isSilent && isOnScreen(phase)) return;
    queueMicrotask(() => stop());
    if (!isSilent) return;
    headersOfPage().then(
      (headers) => checkIsolation(headers.get('cross-origin-embedder-policy')).forEach(warnOnce),
      () => {},
    );
  });
}
