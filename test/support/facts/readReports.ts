import { readFileSync } from 'node:fs';
import { reportOf, vitestRuns } from '../reports.ts';

/** A test that ran and passed. */
export interface PassedTest {
  /** Its title, behind those of the `describe` blocks that it stands in. */
  title: string;
  file: string;
}

/** The whole run has left no report, or one that cannot be read. */
export class NoReportError extends Error {
  override readonly name = 'NoReportError';
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/**
 * The tests of the last whole run that passed. One that was skipped, failed or is still to do proves nothing.
 *
 * @param folder Where `npm test` writes vitest's JSON reports.
 * @throws NoReportError when a part of the run has none: whoever counted without it would call proven facts unproven.
 */
export function passedTests(folder: string): PassedTest[] {
  return vitestRuns.flatMap(({ name }) =>
    readReport(reportOf(name, folder), name).testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .map(({ fullName }) => ({ title: fullName, file })),
    ),
  );
}

function readReport(path: string, name: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new NoReportError(
      `The tests "${name}" have left no report (${path}). Run all tests first: npm test. It counts the facts at its end.`,
      { cause: error },
    );
  }
}
