import { changedOptions, css, html, kebab, type OnScreen, orderOnScreen } from './snippet.ts';

/** A link that works without a script, and the script that makes it the Pay button. */
export function scriptTag(screen: OnScreen): string {
  const { shopOrigin, merchantOrigin, gatewayOrigin, total, settings } = screen;
  const { id, items } = orderOnScreen(screen);
  const lines = items.map((item) => `       ${JSON.stringify(item)}`).join(',\n');
  const readable = `{"id": ${JSON.stringify(id)}, "items": [\n${lines}\n     ]}`;
  const inline = settings.presentation === 'inline';
  const attributes = [
    'data-hpp-checkout',
    `data-order='${readable}'`,
    ...changedOptions(screen)
      .filter(([name]) => name !== 'gatewayOrigins')
      .map(([name, value]) => `data-${kebab(name)}="${html(value)}"`),
    ...(inline ? [`data-label="Pay ${html(total)}"`] : []),
  ];
  const element = inline
    ? `<div ${attributes.join('\n     ')}></div>`
    : // A browser encodes the address by itself, and leaves out its line breaks.
      `<a href='${merchantOrigin}/checkout/pay?order=${readable}'\n   ${attributes.join('\n   ')}>Pay ${html(total)}</a>`;
  return `<style>
${css(screen)}</style>
<script async src="${shopOrigin}/hpp-checkout/hpp-checkout.js"
        data-session="${merchantOrigin}/checkout/session"
        data-gateway-origins="${gatewayOrigin}" data-warm="connect"></script>
${element}
`;
}
