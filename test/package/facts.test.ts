import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsIn, KINDS, listed } from '../support/facts/lists.ts';
import { namesIn } from '../support/facts/namesIn.ts';
import { NoReportError, passedTests } from '../support/facts/readReports.ts';
import { unproven } from '../support/facts/unproven.ts';
import { reportOf, vitestRuns } from '../support/reports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every way in which a test can name a number, and be no proof of it. */
const TESTS = `
  const unrelated = 'S90 a text in quotes';
  describe('S1 a block', () => {
    it('whose test passes', () => {});
    it('S2 with a number of its own', () => { expect('S91').toBe('S91'); });
    it.each([['S3', 1], ['S4', 2]])('%s a row of a table', (_id, n) => { expect(n).toBeGreaterThan(0); });
    it.each([['S5', 1], ['S92', 2]])('%s a row that fails', (_id, n) => { expect(n).toBe(1); });
    it('S6–S8 a range', () => {});
    it.skip('S93 skipped', () => {});
    it.todo('S94 still to do');
    it('S95 skipped while it runs', ({ skip }) => { skip(); });
    it('S96 fails', () => { throw new Error('S97'); });
  });
  describe.skip('S98 a block that is skipped', () => { it('S99 with a test', () => {}); });
  describe('S100 a block', () => { it.skip('of which no test runs', () => {}); });
  describe('S101 a block', () => { it('whose only test fails', () => { throw new Error('no'); }); });
  describe('S102 a block', () => {
    beforeAll(() => { throw new Error('no'); });
    it('S103 whose set-up fails', () => {});
  });
`;

describe('the facts that are counted', () => {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'));
  const reports = join(folder, 'reports');

  beforeAll(() => {
    mkdirSync(reports);
    writeFileSync(join(folder, 'some.test.js'), TESTS);
    const report = reportOf(vitestRuns[0].name, reports);
    // A real run by the real runner: what its report looks like is not ours to imagine.
    spawnSync(
      join(root, 'node_modules/.bin/vitest'),
      ['run', '--root', folder, '--globals', '--reporter=json', `--outputFile.json=${report}`],
      { encoding: 'utf8', stdio: 'ignore' },
    );
    for (const { name } of vitestRuns.slice(1)) {
      writeFileSync(reportOf(name, reports), JSON.stringify({ testResults: [] }));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are those in the titles of tests that ran and passed, and of the blocks around them', () => {
    const titles = passedTests(reports).map(({ title }) => title);
    const named = [...new Set(titles.flatMap((title) => [...namesIn(title)]))].sort();
    expect(named).toEqual(['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8']);
    expect(unproven(['S1', 'S9', 'S93'], titles)).toEqual(['S9', 'S93']);
  });

  it('are not counted without all reports of a whole run: the message says what to do', () => {
    const part = join(folder, 'part');
    cpSync(reports, part, { recursive: true });
    rmSync(reportOf(vitestRuns[3].name, part));
    expect(() => passedTests(part)).toThrow(NoReportError);
    expect(() => passedTests(part)).toThrow(/"journeys" have left no report.*npm test/);
    writeFileSync(reportOf(vitestRuns[3].name, part), '{"testResults":[{"na');
    expect(() => passedTests(part)).toThrow(NoReportError);
  });

  // The titles stand in no title of ours, which would count.
  it('are whole words, and each number of a range', () => {
    const titles: [title: string, names: string][] = [
      ['S1 T2 F3 M4', 'F3 M4 S1 T2'],
      ['S129e and S87a–S87b', 'S129e S87a S87b'],
      ['S163–S165', 'S163 S164 S165'],
      ['T8-10', 'T10 T8 T9'],
      ['SHA256, UTF8, TLS1, iS5, S2x4 and S1000', ''],
    ];
    for (const [title, names] of titles) expect([...namesIn(title)].sort().join(' ')).toBe(names);
  });
});

describe('the lists', () => {
  it.each(KINDS)('%s has numbers, each once', (kind) => {
    expect(listed(kind).length).toBeGreaterThan(9);
  });

  it('refuse a number that stands there twice', () => {
    expect(() => idsIn('| S1 | a |\n| S1 | b |\n', 'S')).toThrow('S1 is listed twice.');
  });
});

describe('`npm test`', () => {
  it('counts the facts when all tests have run', () => {
    const source = execFileSync('cat', [join(root, 'test/support/runAll.ts')], { encoding: 'utf8' });
    const order = ['vitestRuns.map', "'facts'"].map((word) => source.lastIndexOf(word));
    expect(order[0]).toBeGreaterThan(0);
    expect(order[1]).toBeGreaterThan(order[0] ?? 0);
  });
});
