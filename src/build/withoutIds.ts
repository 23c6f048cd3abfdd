const ID = String.raw`\b[STFGNM]\d{1,3}[a-z]?\b`;
/** "S136–S142", "T1, T2 and N3"; the line may end in it. */
const IDS = String.raw`${ID}(?:(?:,|–| and)[\s*]*${ID})*`;

/**
 * Takes the numbers of our lists (facts, threats, points of the profile) out of doc comments. They help whoever works on this
 * package, and tell nothing to a merchant who reads them in an editor.
 */
export function withoutIds(types: string): string {
  return (
    types
      // In brackets behind what they prove.
      .replace(new RegExp(String.raw`(?:\n\s*\* |(?<!\*\*) )\(${IDS}\)`, 'g'), '')
      // At the end of brackets that say more.
      .replace(new RegExp(String.raw`,[\s*]*${IDS}\)`, 'g'), ')')
      // In front of a sentence, which then needs its capital letter.
      .replace(
        new RegExp(String.raw`(\/\*\* |\n\s*\* )${IDS}: (\S)`, 'g'),
        (_, start, first: string) => start + first.toUpperCase(),
      )
      // A comment of nothing else.
      .replace(new RegExp(String.raw`\n\s*\/\*\* ${IDS}\.? \*\/`, 'g'), '')
  );
}
