/* `<hpp-checkout>` in the JSX of Preact: "types": ["hpp-checkout/types/preact"] in tsconfig.json. */
import type { CheckoutDomEvents, HppCheckoutElement, HppCheckoutProps } from 'hpp-checkout/element';
import type { HTMLAttributes } from 'preact';

type Handlers = {
  [Type in keyof CheckoutDomEvents as `on${Type}`]?: (event: CheckoutDomEvents[Type]) => void;
};

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'hpp-checkout': Omit<HTMLAttributes<HppCheckoutElement>, keyof HppCheckoutProps> &
        HppCheckoutProps &
        Handlers;
    }
  }
}
