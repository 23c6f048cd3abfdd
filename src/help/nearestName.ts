import { closestMatch } from 'leven';

/**
 * The name that somebody probably meant: the one that is the fewest letters away, capitals aside. Undefined when none is
 * near, since a wrong guess sends the reader the wrong way.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const written = new Map(names.map((name) => [name.toLowerCase(), name]));
  // A third of the letters may be wrong: `thme` is near `theme`, and `id` is near nothing but itself.
  const maxDistance = Math.floor(typed.length / 3) + 1;
  const nearest = closestMatch(typed.toLowerCase(), [...written.keys()], { maxDistance });
  return nearest === undefined ? undefined : written.get(nearest);
}
