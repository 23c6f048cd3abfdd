import { type Finding, finding } from './finding.ts';

/** Two checkouts in one element: each has drawn a button there. Of two on one button or link, the first hears the click. */
export function mountedTwice(element: Element | undefined): Finding[] {
  const buttons = [...(element?.children ?? [])].filter(({ shadowRoot }) =>
    shadowRoot?.querySelector('button[part=button]'),
  );
  if (buttons.length < 2) return [];
  return [
    finding(
      'mounted_twice',
      `${buttons.length} checkouts are mounted on one element, each with a button of its own.`,
      'Call mount() once for each element, and not for one that has data-hpp-checkout; unmount() the one before.',
    ),
  ];
}
