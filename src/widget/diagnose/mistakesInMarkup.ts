import { nearestName } from '../../help/nearestName.ts';
import { ATTRIBUTE_OPTIONS, attributeOf, OPTION_NAMES, optionOf } from '../optionNames.ts';
import { checkoutScripts } from './checkoutScripts.ts';
import { type Finding, finding } from './finding.ts';
import { inShadowRoots } from './inShadowRoots.ts';
import { isNearMiss } from './isNearMiss.ts';
import { optionMistakes } from './optionMistakes.ts';

/**
 * Attributes of any element, and what frameworks leave on one: `_ngcontent-…`, `v-cloak`, `@click`.
 * https://html.spec.whatwg.org/multipage/dom.html#global-attributes
 */
const OF_ANY_ELEMENT =
  /^(on.*|aria-.*|data-.*|ng-.*|v-.*|xml.*|[^a-z].*|.*[:.@].*|accesskey|autocapitalize|autocorrect|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item(id|prop|ref|scope|type)|lang|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|writingsuggestions)$/;

/** What the page's markup says wrongly: on the script tag, on its elements, on `<hpp-checkout>`. */
export function mistakesInMarkup(): Finding[] {
  const elements = document.querySelectorAll<HTMLElement>('[data-hpp-checkout], hpp-checkout');
  return [...[...checkoutScripts(), ...elements].flatMap(mistakesOf), ...inShadowRoots()];
}

function mistakesOf(element: HTMLElement): Finding[] {
  return element.localName === 'hpp-checkout' ? mistakesOfElement(element) : mistakesOfData(element);
}

/** Attributes of our own element: each that is none of ours, and none that any element may have, is a mistake. */
function mistakesOfElement(element: HTMLElement): Finding[] {
  const { options } = element as { options?: object };
  const known = ATTRIBUTE_OPTIONS.map(attributeOf);
  const unknown = element.getAttributeNames().filter((name) => ![...known, 'warm'].includes(name));
  return [
    ...unknown.filter((name) => !OF_ANY_ELEMENT.test(name)).map((name) => unknownAttribute(name, known)),
    ...warmIn(element, 'warm'),
    ...optionMistakes(options ?? {}),
  ];
}

/** `data-…` of an element that the shop owns: only what was probably meant for us. */
function mistakesOfData(element: HTMLElement): Finding[] {
  const names = Object.keys(element.dataset).filter((name) => name !== 'hppCheckout');
  const known = ATTRIBUTE_OPTIONS.map((name) => `data-${attributeOf(name)}`);
  const isScript = element.localName === 'script';
  const unknown = names.filter((name) => !ATTRIBUTE_OPTIONS.includes(name as never) && name !== 'warm');
  return [
    ...unknown
      .filter((name) => /^hpp[A-Z]/.test(name) || isNearMiss(name, OPTION_NAMES))
      .map((name) => unknownAttribute(`data-${attributeOf(name)}`, known)),
    ...(isScript ? [] : warmIn(element, 'data-warm')),
  ];
}

function unknownAttribute(name: string, known: readonly string[]): Finding {
  const option = optionOf(name.replace(/^data-/, ''));
  if (OPTION_NAMES.includes(option as never)) {
    const advice = `Give "${option}" by a script: in createCheckout(), or as a property of <hpp-checkout>.`;
    return finding('unknown_option', `No attribute can say "${option}".`, advice);
  }
  const nearest = nearestName(name, known) ?? nearestName(name.replace(/^data-hpp-/, 'data-'), known);
  const advice = nearest ? `Did you mean "${nearest}"?` : `Known are ${known.join(', ')}.`;
  return finding('unknown_option', `Unknown attribute "${name}".`, advice);
}

/** Nothing is asked for before the click because of what stands in the markup (T79). */
function warmIn(element: HTMLElement, attribute: string): Finding[] {
  if (!element.hasAttribute(attribute) || element.getAttribute(attribute) === 'files') return [];
  return [
    finding(
      'unknown_option',
      `"${attribute}" is not read on an element of the page.`,
      'Say it on the script tag, in createCheckout(), or in HppCheckoutElement.pageOptions.',
    ),
  ];
}
