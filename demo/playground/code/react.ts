import { optionLines } from './optionLines.ts';
import { css, type OnScreen } from './snippet.ts';

/** `<CheckoutButton>` for React 18 and 19. */
export function react(screen: OnScreen): string {
  return `import { CheckoutButton } from 'hpp-checkout/react';

export function Pay() {
  return (
    <CheckoutButton
${optionLines(screen, '      ', (name, value) => `${name}=${value.startsWith("'") ? value.replaceAll("'", '"') : `{${value}}`}`)}
      label="Pay ${screen.total}"
      onComplete={({ orderReference }) => showThanks(orderReference)}
      onFail={() => showBasket()}
      onPending={() => showWaiting()}
    />
  );
}

/* in your style sheet
${css(screen)}*/
`;
}
