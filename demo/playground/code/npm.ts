import { optionLines } from './optionLines.ts';
import { css, type OnScreen } from './snippet.ts';

/** `createCheckout`, as any bundler takes it. */
export function npm(screen: OnScreen): string {
  return `import { createCheckout } from 'hpp-checkout';

const checkout = createCheckout({
${optionLines(screen, '  ', (name, value) => `${name}: ${value},`)}
  label: 'Pay ${screen.total}',
  onComplete: ({ orderReference }) => showThanks(orderReference),
  onFail: () => showBasket(),
  onPending: () => showWaiting(),
});
checkout.mount('#pay');

/* in your style sheet
${css(screen)}*/
`;
}
