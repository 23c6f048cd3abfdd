/** The backend breaks the rule. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly expected: string;
  readonly seen: string;
  constructor(expected: string, seen: string) {
    super(`expected ${expected}, saw ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

/** The rule cannot be looked at as verify was started; the message says what it needs. */
export class RuleSkipped extends Error {
  override readonly name = 'RuleSkipped';
}

/** @throws RuleBroken unless `holds`. */
export function demand(holds: boolean, expected: string, seen: () => string): void {
  if (!holds) throw new RuleBroken(expected, seen());
}
