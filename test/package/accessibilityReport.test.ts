import { describe, expect, it } from 'vitest';
import { CRITERIA } from '../support/accessibility/criteria.ts';
import { criteriaIn, reportAccessibility } from '../support/accessibility/report.ts';
import type { RanTest } from '../support/facts/readReports.ts';

const CRITERION = { id: '9.1.1', name: 'Words (Plain)', level: 'A' } as const;
const applies = { ...CRITERION, says: { tested: 'every word' } };
const test = (title: string, status: RanTest['status'] = 'passed', file = '/r/test/a.test.ts'): RanTest => ({
  title,
  status,
  file,
});
// Put together here: a number in a title of ours would count.
const NAMED = ['WCAG', '9.1.1 9.1.12'].join(' ');

describe('the accessibility report', () => {
  it('reads the criteria of a title, of several in a row, and none of other numbers', () => {
    expect(criteriaIn(`${NAMED} each state (${NAMED})`)).toEqual(['9.1.1', '9.1.12', '9.1.1', '9.1.12']);
    expect(criteriaIn('version 1.4.3, and WCAGs 1.4.3')).toEqual([]);
  });

  it('has a row for each criterion that is tested, with a link and the files of its tests, each once', () => {
    const { text, problems } = reportAccessibility(
      [applies],
      [test('WCAG 9.1.1'), test('WCAG 9.1.1 too')],
      '/r',
    );
    expect(problems).toEqual([]);
    expect(text).toContain(
      '| [9.1.1 Words (Plain)](https://www.w3.org/WAI/WCAG22/Understanding/words-plain.html) | A | every word | `test/a.test.ts` |',
    );
  });

  it.each<[string, RanTest[], RegExp]>([
    ['no test names it', [test('else')], /^9\.1\.1 has no test that passed\.$/],
    [
      'one of its tests has failed',
      [test('WCAG 9.1.1'), test('WCAG 9.1.1 b', 'failed')],
      /9\.1\.1: ".* b" has failed/,
    ],
    [
      'a test names another',
      [test('WCAG 9.1.1'), test('WCAG 9.9.9')],
      /names 9\.9\.9, which is not in the list/,
    ],
  ])('is red where %s', (_, tests, problem) => {
    expect(reportAccessibility([applies], tests, '/r').problems).toEqual([expect.stringMatching(problem)]);
  });

  it('is red where a test proves what is said not to apply', () => {
    const none = { ...CRITERION, says: { notApplicable: 'no words' } };
    expect(reportAccessibility([none], [], '/r').problems).toEqual([]);
    expect(reportAccessibility([none], [test('WCAG 9.1.1')], '/r').problems).toHaveLength(1);
  });

  it('knows all 55 criteria of level A and AA, each once', () => {
    expect(new Set(CRITERIA.map(({ id }) => id)).size).toBe(55);
    expect(CRITERIA.filter(({ level }) => level === 'A')).toHaveLength(31);
  });
});
