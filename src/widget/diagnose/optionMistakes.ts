import { defaultTimeouts } from '../../checkout/settings.ts';
import { nearestName } from '../../help/nearestName.ts';
import { unknownNames } from '../../help/unknownNames.ts';
import { readFrameAllow } from '../../protocol/page/frameAllow.ts';
import { english } from '../../view/language/texts.ts';
import { GIVEN } from '../liveOptions.ts';
import { OPTION_NAMES } from '../optionNames.ts';
import type { CheckoutOptions } from '../options.ts';
import { type Finding, finding } from './finding.ts';
import { isNearMiss } from './isNearMiss.ts';

/** Options of a few words. Any other word is taken for the default, so that a typing error stops no payment. */
const WORDS = {
  presentation: ['modal', 'inline', 'redirect'],
  theme: ['light', 'dark', 'auto'],
  expiry: ['page', 'address'],
  confirmClose: ['auto', 'always', 'never'],
  warm: ['off', 'files', 'connect', 'session'],
  wording: ['pay', 'order'],
} as const satisfies { [Name in keyof CheckoutOptions]?: readonly CheckoutOptions[Name][] };

/** What a script's options say wrongly: a name that is no option, text or time, or a word that an option does not know. */
export function optionMistakes(options: Partial<CheckoutOptions>): Finding[] {
  const { [GIVEN]: props } = options as { [GIVEN]?: object };
  const given = props ?? options;
  const names = Object.keys(given);
  return [
    // Markup has more attributes than options: `mistakesInMarkup` knows them.
    ...(names.includes('mode') ? [] : unknownOptions(given, props !== undefined)),
    ...unknownKeys('message', 'messages', options.messages, Object.keys(english)),
    ...unknownKeys('timeout', 'timeouts', options.timeouts, Object.keys(defaultTimeouts)),
    ...unknownWords(options),
    ...orderAsText(options.order),
    ...wrongRights(options.frameAllow),
  ];
}

/** @param areProps beside which a component may be given others, that are nothing of ours. */
function unknownOptions(given: object, areProps: boolean): Finding[] {
  const named = Object.keys(given).filter((name) => !areProps || isNearMiss(name, OPTION_NAMES));
  const asked = Object.fromEntries(named.map((name) => [name, true]));
  return unknownNames('option', asked, OPTION_NAMES).map((sentence) =>
    finding('unknown_option', sentence, 'It is not read.'),
  );
}

function unknownKeys(what: string, option: string, given: object | undefined, known: string[]): Finding[] {
  if (typeof given !== 'object' || given === null) return [];
  return unknownNames(what, given, known).map((sentence) =>
    finding('unknown_option', `${option}: ${sentence}`, 'It is not read.'),
  );
}

function unknownWords(options: Partial<CheckoutOptions>): Finding[] {
  return Object.entries(WORDS).flatMap(([name, words]) => {
    const given = options[name as keyof typeof WORDS];
    if (given === undefined || (words as readonly unknown[]).includes(given)) return [];
    const nearest = nearestName(`${given}`, words);
    const advice = nearest ? `Did you mean "${nearest}"?` : `Say one of ${words.join(', ')}.`;
    return [finding('unknown_value', `${name} does not know "${given}".`, advice)];
  });
}

/** What of `frameAllow` is no feature's name, none that this browser knows, or no origin: one finding for all of it. */
function wrongRights(given: CheckoutOptions['frameAllow']): Finding[] {
  const { rights, wrong } = readFrameAllow(given);
  const { featurePolicy } = document as { featurePolicy?: { features(): string[] } };
  const known = featurePolicy?.features() ?? [];
  const strange =
    known.length === 0 ? [] : rights.map(({ name }) => name).filter((name) => !known.includes(name));
  const all = [...wrong, ...strange];
  if (all.length === 0) return [];
  const nearest = all.map((name) => nearestName(name, known)).find((name) => name !== undefined);
  return [
    finding(
      'unknown_value',
      `frameAllow does not know ${all.map((name) => `"${name.slice(0, 60)}"`).join(', ')}, which is left out.`,
      nearest
        ? `Did you mean "${nearest}"?`
        : `Say names of Permissions Policy, each with its origins if it has any: "camera", "camera https://bank.example".`,
    ),
  ];
}

/** An object on its way through an attribute becomes this text, unless it is written as JSON. */
function orderAsText(order: unknown): Finding[] {
  if (typeof order !== 'string' || !/^\s*[[{]/.test(order)) return [];
  try {
    JSON.parse(order);
    // A shop may read the text of its own elements itself.
    return [];
  } catch {
    // Named below.
  }
  return [
    finding(
      'order_not_json',
      `The order is the text ${order.slice(0, 60)}, and no object.`,
      `Give an object as the property "order" of the element, or as JSON in its attribute: order='{"id":1}'.`,
    ),
  ];
}
