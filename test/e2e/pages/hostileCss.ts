import type { ShopPage } from './shopPage.ts';

const css = (name: string, rules: string, more: Partial<ShopPage> = {}): ShopPage => ({
  name,
  head: `<style>${rules}</style>`,
  ...more,
});

/** Style sheets that hide, shrink, turn or move what they do not know. */
export const hostileCss: readonly ShopPage[] = [
  css('hides every empty div, as Dawn does', 'div:empty { display: none }'),
];
