import { changedOptions, js, type OnScreen, orderOnScreen } from './snippet.ts';

/** The options one a line, in the way that the framework writes them. */
export function optionLines(
  screen: OnScreen,
  indent: string,
  line: (name: string, value: string) => string,
): string {
  const options: [string, unknown][] = [
    ['session', `${screen.merchantOrigin}/checkout/session`],
    ['order', orderOnScreen(screen)],
    ...changedOptions(screen).map(
      ([name, value]) => [name, name === 'gatewayOrigins' ? [value] : value] as [string, unknown],
    ),
  ];
  return options.map(([name, value]) => `${indent}${line(name, js(value, indent))}`).join('\n');
}
