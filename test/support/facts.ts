/*
 * `npm run facts`: lists the facts, threats and faults without a test that names them, ran and passed in the last `npm test`.
 * Fails when there are any. With `--where`, prints the files of those tests for each number.
 */
import { relative } from 'node:path';
import { KINDS, LISTS, listed } from './facts/lists.ts';
import { namesIn } from './facts/namesIn.ts';
import { NoReportError, passedTests, type RanTest } from './facts/readReports.ts';
import { unproven } from './facts/unproven.ts';
import { artifacts } from './reports.ts';

try {
  report(passedTests(artifacts));
} catch (error) {
  if (!(error instanceof NoReportError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function report(tests: readonly RanTest[]): void {
  const titles = tests.map(({ title }) => title);
  for (const kind of KINDS) {
    const ids = listed(kind);
    if (process.argv.includes('--where')) printWhere(ids, tests);
    const missing = unproven(ids, titles);
    console.log(
      `${ids.length - missing.length} of ${ids.length} ${LISTS[kind].what} have a test that passed.`,
    );
    if (missing.length === 0) continue;
    console.error(`No test that passed names: ${missing.join(' ')} (${LISTS[kind].file})`);
    process.exitCode = 1;
  }
}

function printWhere(ids: readonly string[], tests: readonly RanTest[]): void {
  const files = new Map(ids.map((id) => [id, new Set<string>()]));
  for (const { title, file } of tests) {
    for (const name of namesIn(title)) files.get(name)?.add(relative(process.cwd(), file));
  }
  for (const [id, where] of files) console.log(`${id}\t${[...where].join(' ')}`);
}
