/*
 * `npm run report:a11y`: writes the table of WCAG's criteria into the docs' accessibility statement, from the tests that the last
 * `npm test` ran. Fails for a criterion without a test that passed. With `--check`, as at the end of `npm test`, it writes nothing,
 * and fails when the statement says something else.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CRITERIA } from './accessibility/criteria.ts';
import { reportAccessibility } from './accessibility/report.ts';
import { NoReportError, ranTests } from './facts/readReports.ts';
import { artifacts } from './reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const STATEMENT = 'demo/docs/accessibility.md';
const BEGIN = '<!-- npm run report:a11y -->\n';
const END = '<!-- end -->';

function run(): string[] {
  const { text, problems } = reportAccessibility(CRITERIA, ranTests(artifacts), root);
  const old = readFileSync(join(root, STATEMENT), 'utf8');
  const [begin, end] = [old.indexOf(BEGIN), old.indexOf(END)];
  if (begin < 0 || end < begin)
    return [...problems, `${STATEMENT} has no place for the table: ${BEGIN.trim()} … ${END}.`];
  const now = `${old.slice(0, begin)}${BEGIN}\n${text}\n\n${old.slice(end)}`;
  if (!process.argv.includes('--check')) writeFileSync(join(root, STATEMENT), now);
  else if (now !== old)
    problems.push(`${STATEMENT} says something else: npm run report:a11y writes it anew.`);
  return problems;
}

try {
  const problems = run();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else {
    const tested = CRITERIA.filter(({ says }) => 'tested' in says).length;
    console.log(`${tested} of ${CRITERIA.length} criteria apply, and each has its tests, which passed.`);
  }
} catch (error) {
  if (!(error instanceof NoReportError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
