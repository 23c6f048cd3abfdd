import { changedOptions, css, html, js, kebab, type OnScreen, orderOnScreen } from './snippet.ts';

/** The custom element in a single-file component. Its name has a dash, so Vue must be told not to look for a component. */
export function vue(screen: OnScreen): string {
  const { merchantOrigin, total } = screen;
  const attributes = [
    `:order="JSON.stringify(order)"`,
    ...changedOptions(screen).map(([name, value]) => `${kebab(name)}="${html(value)}"`),
    `label="Pay ${html(total)}"`,
    `@hpp-checkout:complete="showThanks($event.detail.orderReference)"`,
    `@hpp-checkout:fail="showBasket()"`,
    `@hpp-checkout:pending="showWaiting()"`,
  ];
  return `<!-- vite.config: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'hpp-checkout' } } }) -->
<script setup>
import { HppCheckoutElement } from 'hpp-checkout/element';

// Of another origin, and connected to before the click: your script says so, for all of these elements. Markup alone may not.
HppCheckoutElement.pageOptions = { session: ${js(`${merchantOrigin}/checkout/session`)}, warm: 'connect' };
const order = ${js(orderOnScreen(screen))};
</script>

<template>
  <hpp-checkout
    ${attributes.join('\n    ')}
  />
</template>

<style>
${css(screen)}</style>
`;
}
