import { readFileSync } from 'node:fs';
import { reportOf, vitestRuns } from '../reports.ts';

/** A test that ran to its end. */
export interface RanTest {
  /** Its title, behind those of the `describe` blocks that it stands in. */
  title: string;
  file: string;
  status: 'passed' | 'failed';
}

/** The whole run has left no report, or one that cannot be read. */
export class NoReportError extends Error {
  override readonly name = 'NoReportError';
}

interface Report {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
}

/**
 * The tests of the last whole run. One that was skipped or is still to do proves nothing, and is left out.
 *
 * @param folder Where `npm test` writes vitest's JSON reports.
 * @throws NoReportError when a part of the run has none: whoever counted without it would call proven facts unproven.
 */
export function ranTests(folder: string): RanTest[] {
  return vitestRuns.flatMap(({ name }) =>
    readReport(reportOf(name, folder), name).testResults.flatMap(({ name: file, assertionResults }) =>
      assertionResults.flatMap(({ status, fullName: title }) =>
        status === 'passed' || status === 'failed' ? [{ title, file, status }] : [],
      ),
    ),
  );
}

/** Those of them that passed. */
export function passedTests(folder: string): RanTest[] {
  return ranTests(folder).filter(({ status }) => status === 'passed');
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
