/* `<hpp-checkout>` in Svelte's templates: "types": ["hpp-checkout/types/svelte"] in tsconfig.json. */
import type { CheckoutDomEvents, HppCheckoutElement, HppCheckoutProps } from 'hpp-checkout/element';
import type { HTMLAttributes } from 'svelte/elements';

/** `onhpp-checkout:complete` of Svelte 5, and `on:hpp-checkout:complete` of Svelte 4. */
type Handlers = {
  [Type in keyof CheckoutDomEvents as `on${Type}` | `on:${Type}`]?: (event: CheckoutDomEvents[Type]) => void;
};

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'hpp-checkout': Omit<HTMLAttributes<HppCheckoutElement>, keyof HppCheckoutProps> &
      HppCheckoutProps &
      Handlers;
  }
}
