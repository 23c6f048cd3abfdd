/* `<hpp-checkout>` in Vue's templates: "types": ["hpp-checkout/types/vue"] in tsconfig.json. */
import type { CheckoutDomEvents, HppCheckoutElement, HppCheckoutProps } from 'hpp-checkout/element';
import type { HTMLAttributes, PublicProps } from 'vue';

/** `@hpp-checkout:complete`, as Vue's compiler names its listener. */
type Handlers = {
  [Type in keyof CheckoutDomEvents as Type extends `hpp-checkout:${infer Name}`
    ? `onHppCheckout:${Name}`
    : never]?: (event: CheckoutDomEvents[Type]) => void;
};

declare module 'vue' {
  interface GlobalComponents {
    'hpp-checkout': new () => HppCheckoutElement & {
      $props: Omit<HTMLAttributes, keyof HppCheckoutProps> & HppCheckoutProps & Handlers & PublicProps;
    };
  }
}
