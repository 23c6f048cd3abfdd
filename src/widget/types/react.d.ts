/*
 * `<hpp-checkout>` in the JSX of React 18 and 19: "types": ["hpp-checkout/types/react"] in tsconfig.json. React 18 sets
 * attributes alone, and hears no events of it.
 */
import type { CheckoutDomEvents, HppCheckoutElement, HppCheckoutProps } from 'hpp-checkout/element';
import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type Handlers = {
  [Type in keyof CheckoutDomEvents as `on${Type}`]?: (event: CheckoutDomEvents[Type]) => void;
};

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'hpp-checkout': Omit<
        DetailedHTMLProps<HTMLAttributes<HppCheckoutElement>, HppCheckoutElement>,
        keyof HppCheckoutProps
      > &
        HppCheckoutProps &
        Handlers;
    }
  }
}
