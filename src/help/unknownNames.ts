import { nearestName } from './nearestName.ts';

/**
 * One sentence for each key of `given` that is none of `known`, with the name that was probably meant.
 * `what` says what the keys are: `option`, `message`, `attribute`.
 */
export function unknownNames(what: string, given: object, known: readonly string[]): string[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const meant = nearest === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
      return `Unknown ${what} "${name}". ${meant}`;
    });
}
