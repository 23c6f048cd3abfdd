import type { Marked } from '../autoMount.ts';
import { type Finding, finding } from './finding.ts';

/**
 * Elements marked for us in shadow roots of the page. The script finds none of them: no selector of a document reaches into one
 * (https://dom.spec.whatwg.org/#scope-match-a-selectors-string), and what changes in there is told to nobody outside. A closed
 * root is seen by nobody.
 */
export function inShadowRoots(): Finding[] {
  return rootsIn(document)
    .flatMap((root) => [...root.querySelectorAll<Marked>('[data-hpp-checkout]')])
    .filter((element) => element.hppCheckout === undefined)
    .map((element) =>
      finding(
        'in_shadow_root',
        `<${element.localName} data-hpp-checkout> stands in the shadow root of <${hostOf(element)}>, where the script does not look.`,
        'Take the attribute off it, and mount it where the component draws it: HppCheckout.createCheckout({ session, order }).mount(element).',
      ),
    );
}

function rootsIn(tree: ParentNode): ShadowRoot[] {
  return [...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...rootsIn(shadowRoot)] : [],
  );
}

const hostOf = (element: Element) => (element.getRootNode() as ShadowRoot).host.localName;
