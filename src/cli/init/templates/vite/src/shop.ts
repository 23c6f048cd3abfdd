import { createCheckout } from 'hpp-checkout';

const checkout = createCheckout({
  session: '/checkout/session',
  order: 'A-1001',
  // Where the hosted page comes from. The button shows no other, and connects to it before the click.
  gatewayOrigins: import.meta.env.VITE_GATEWAY_ORIGIN,
  successUrl: '/thanks',
  failureUrl: '/shop',
});
checkout.mount('#pay');
