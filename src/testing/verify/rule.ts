import type { VerifyContext } from './context.ts';

/** One thing that a backend must do, or must never do. */
export interface Rule {
  /** Stable: scripts may name it. */
  readonly name: string;
  /** What is demanded, in one sentence. */
  readonly demand: string;
  /** Rests when it resolves. @throws RuleBroken with what was seen, RuleSkipped when it cannot be looked at. */
  check(context: VerifyContext): Promise<void>;
}

/** Rules that are read about in one place. */
export interface RuleGroup {
  readonly title: string;
  /** Heading of the docs' page `verify`. */
  readonly heading: string;
  readonly rules: readonly Rule[];
}

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
