import { whereToRead } from '../../help/docsUrl.ts';
import { ALL_RULES } from './allRules.ts';
import { RuleBroken, RuleSkipped } from './broken.ts';
import type { VerifyContext } from './context.ts';
import type { Rule, RuleGroup } from './rule.ts';

/** How a rule was found. */
export interface RuleResult {
  readonly name: string;
  readonly demand: string;
  readonly group: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Of a rule that failed. */
  readonly expected?: string;
  readonly seen?: string;
  /** Why a rule was skipped. */
  readonly reason?: string;
  /** Where to read on. */
  readonly read: string;
}

/** Looks at every rule, one after the other. @param report told of each as it is found. */
export async function verifyBackend(
  context: VerifyContext,
  report: (result: RuleResult) => void,
  wanted: (name: string) => boolean = () => true,
): Promise<readonly RuleResult[]> {
  const results: RuleResult[] = [];
  for (const group of ALL_RULES) {
    for (const rule of group.rules.filter(({ name }) => wanted(name))) {
      const result = { ...about(rule, group), ...(await stateOf(rule, context)) };
      results.push(result);
      report(result);
    }
  }
  return results;
}

/** Names of all rules. */
export function ruleNames(): readonly string[] {
  return ALL_RULES.flatMap(({ rules }) => rules.map(({ name }) => name));
}

function about({ name, demand }: Rule, { title, heading }: RuleGroup) {
  return { name, demand, group: title, read: whereToRead(`verify#${heading}`) };
}

async function stateOf(
  rule: Rule,
  context: VerifyContext,
): Promise<Pick<RuleResult, 'state' | 'expected' | 'seen' | 'reason'>> {
  try {
    await rule.check(context);
    return { state: 'passed' };
  } catch (error) {
    if (error instanceof RuleSkipped) return { state: 'skipped', reason: error.message };
    if (error instanceof RuleBroken) return { state: 'failed', expected: error.expected, seen: error.seen };
    // No answer at all is what a broken backend looks like, too.
    const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return {
      state: 'failed',
      expected: 'an answer',
      seen: `${error instanceof Error ? error.message : error}${cause}`,
    };
  }
}
