import { optionLines } from './optionLines.ts';
import { css, type OnScreen } from './snippet.ts';

/** `createCheckout`, as any bundler takes it. */
export function npm(screen: OnScreen): string {
  const style = css(screen);
  return `import { createCheckout } from 'hpp-checkout';

const checkout = createCheckout({
${optionLines(screen, (name, value) => `  ${name}: ${value},`)}
  label: 'Pay ${screen.total}',
  onComplete: ({ orderReference }) => showThanks(orderReference),
  onFail: () => showBasket(),
  onPending: () => showWaiting(),
});
checkout.mount('#pay');
${style === '' ? '' : `\n/* in your style sheet\n${style}*/\n`}`;
}
