import type { Checkout, CheckoutOptions } from 'hpp-checkout';

interface ScriptApi {
  createCheckout(options: CheckoutOptions): Checkout;
}
type Queue = { push(call: (api: ScriptApi) => void): void };

/** After a full-page visit to the hosted page: the checkout finds out how it ended, and dispatches its events as always. */
export function resumeCheckout(window: Window, session: string): void {
  const page = window as never as { HppCheckout?: Queue };
  page.HppCheckout ??= [];
  page.HppCheckout.push((api) => {
    const checkout = api.createCheckout({ session });
    checkout.resume().then(
      () => checkout.destroy(),
      (error: unknown) => console.error(error),
    );
  });
}
