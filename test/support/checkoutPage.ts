import type { HarnessOptions } from './harness.ts';

/**
 * A shop's page whose checkout is made by a script, with short waits, and is resumed at each load. `told` on its window
 * collects the outcomes and closes that the page was told, in order.
 */
export const checkoutPage: NonNullable<HarnessOptions['page']> = ({
  merchant,
  order,
  query,
}) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A shop</title>
<script>
  window.told = [];
  window.errors = [];
  for (const type of ['complete', 'fail', 'pending', 'expired', 'close']) {
    document.addEventListener('hpp-checkout:' + type, () => told.push(type));
  }
  document.addEventListener('hpp-checkout:error', ({ detail }) => errors.push(detail.code));
  (window.HppCheckout ||= []).push((api) => {
    const checkout = api.createCheckout({
      session: '${merchant}/checkout/session',
      order: ${JSON.stringify(order).replaceAll('<', '\\u003c')},
      timeouts: { confirm: ${query.get('confirm') ?? 60_000}, successMessage: 100 },
    });
    checkout.mount('#pay');
    window.resumed = checkout.resume();
  });
</script>
<h1>A shop</h1>
<button id="pay">Pay €49.90</button>
<script src="/dist/hpp-checkout.js"></script>
</html>`;
