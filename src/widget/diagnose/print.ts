import { whereToRead } from '../../help/docsUrl.ts';
import type { Finding } from './finding.ts';

/** Says everything that was found, or that it is nothing. */
export function print(findings: readonly Finding[]): void {
  if (findings.length === 0) console.info('[hpp-checkout] Nothing is wrong that a browser can see.');
  for (const finding of findings) {
    console[finding.level === 'problem' ? 'warn' : 'info'](lineOf(finding));
  }
}

const said = new Set<string>();

/** Says a mistake once in the life of this page, however often the payment page is opened. */
export function warnOnce(mistake: Pick<Finding, 'sentence' | 'advice' | 'docs'> & { code: string }): void {
  const line = lineOf(mistake);
  if (said.has(line)) return;
  said.add(line);
  console.warn(line);
}

function lineOf({
  code,
  sentence,
  advice,
  docs,
}: Pick<Finding, 'sentence' | 'advice' | 'docs'> & { code: string }): string {
  return `[hpp-checkout] ${code}: ${sentence} ${advice} (${whereToRead(docs)})`;
}
