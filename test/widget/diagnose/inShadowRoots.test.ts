import { afterEach, expect, it } from 'vitest';
import { inShadowRoots } from '../../../src/widget/diagnose/inShadowRoots.ts';

afterEach(() => document.body.replaceChildren());

/** A component with a tree of its own, which stands in `place`. */
function component(place: ParentNode, html: string, mode: ShadowRootMode = 'open'): ShadowRoot {
  const host = document.createElement('shop-card');
  place.append(host);
  const root = host.attachShadow({ mode });
  root.innerHTML = html;
  return root;
}
const LINK = '<a href="/plain" data-hpp-checkout>Pay</a>';

it('a link in a shadow root, at any depth, is named with its component and with what to do', () => {
  component(component(document.body, '<main></main>').querySelector('main') as Element, LINK);
  expect(inShadowRoots()).toMatchObject([
    {
      code: 'in_shadow_root',
      sentence: expect.stringContaining('<a data-hpp-checkout> stands in the shadow root of <shop-card>'),
      advice: expect.stringContaining('.mount(element)'),
    },
  ]);
});

it('nothing is said of a link of the page, of a closed root, of one that is ours already', () => {
  document.body.innerHTML = LINK;
  component(document.body, LINK, 'closed');
  const mounted = component(document.body, LINK).querySelector('a') as Element & { hppCheckout?: Element };
  mounted.hppCheckout = mounted;
  expect(inShadowRoots()).toEqual([]);
});
