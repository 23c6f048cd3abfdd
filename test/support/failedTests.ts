import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Report {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/**
 * One text for each failed test of a vitest report: file, title and the first line of its error. A file that failed
 * without a test of its own (an import or a hook that threw) has one text, too.
 *
 * @throws when there is no report, or it is not JSON.
 */
export function failedTests(report: string, root: string): string[] {
  const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [`${name}: ${firstLine(file.message)}`] : [];
    return failed.map(
      ({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages[0])}`,
    );
  });
}

/** What a step printed says about an error that belongs to no test, or about what is no test. */
export function lastLines(printed: string, count: number): string[] {
  const lines = stripVTControlCharacters(printed)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const unhandled = lines.findIndex((line) => line.includes('Unhandled Error'));
  return unhandled === -1 ? lines.slice(-count) : lines.slice(unhandled + 1, unhandled + 1 + count);
}

/** At most 300 characters, since an assertion may print a whole document in one line. */
const firstLine = (text = ''): string => {
  const [line = ''] = stripVTControlCharacters(text).trim().split('\n');
  return line.slice(0, 300);
};
