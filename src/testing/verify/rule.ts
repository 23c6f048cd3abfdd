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
