import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { DOCS_URL } from '../../src/help/docsUrl.ts';
import { makeSbom } from '../support/makeSbom.ts';
import { missingAddresses, releaseProblems } from '../support/releaseProblems.ts';
import { withAddresses, withDocsUrl } from '../support/withAddresses.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-01-01\n\n- A thing.\n\n## [1.1.0]\n';

  const repository = { url: 'git+https://code.example/shop/hpp-checkout.git' };

  it('is let through when tag, version and changelog agree and the sources have an address', () => {
    expect(releaseProblems('v1.2.0', { version: '1.2.0', repository }, changelog)).toEqual([]);
  });

  it('is stopped before it is built when provenance has no repository to speak of', () => {
    expect(releaseProblems('v1.2.0', { version: '1.2.0' }, changelog)).toEqual([
      expect.stringContaining('names no repository'),
    ]);
  });

  it('is told which public addresses are missing, and one command sets all of them', () => {
    const [problem] = missingAddresses({ version: '1.2.0' }, null);
    expect(problem).toMatch(/repository .*homepage .*bugs .*DOCS_URL .*npm run release:addresses/);
    const text = readFileSync(join(root, 'package.json'), 'utf8');
    const named = JSON.parse(
      withAddresses(text, 'https://code.example/shop/hpp-checkout/', 'https://docs.example/'),
    );
    expect(missingAddresses(named, 'https://docs.example')).toEqual([]);
    expect([named.repository.url, named.homepage, named.bugs.url]).toEqual([
      'git+https://code.example/shop/hpp-checkout.git',
      'https://docs.example',
      'https://code.example/shop/hpp-checkout/issues',
    ]);
    const source = readFileSync(join(root, 'src/help/docsUrl.ts'), 'utf8');
    expect(withDocsUrl(source, 'https://docs.example/')).toContain(
      "export const DOCS_URL: string | null = 'https://docs.example';",
    );
    // All or none: an address that stands in one place alone is a forgotten one.
    const inManifest = ['repository', 'homepage', 'bugs'].filter((name) => name in manifest).length;
    expect([0, 4]).toContain(inManifest + (DOCS_URL === null ? 0 : 1));
  });

  it.each([
    ['v1.2.1', '1.2.0', /The tag is v1\.2\.1/],
    ['v1.3.0', '1.3.0', /no section \[1\.3\.0\]/],
    ['v1.1.0', '1.1.0', /is empty/],
  ])('%s with %s is stopped', (tag, version, problem) => {
    expect(releaseProblems(tag, { version, repository }, changelog).join()).toMatch(problem);
  });

  it('has a place for what comes next in the changelog', () => {
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \[Unreleased\]$/m);
  });

  it('is published in the open', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(manifest).not.toHaveProperty('private');
  });

  it('carries a bill of materials with the run-time dependencies, and no others', () => {
    const { components } = JSON.parse(makeSbom()) as { components: { name: string; version: string }[] };
    // Each of them stands alone, or depends on another of them. The manifest has ranges; what was tested is in the lock file.
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const tested = Object.keys(manifest.dependencies).map((name) => [
      name,
      packages[`node_modules/${name}`].version,
    ]);
    expect(tested.length).toBeGreaterThan(0);
    expect(Object.fromEntries(components.map(({ name, version }) => [name, version]))).toEqual(
      Object.fromEntries(tested),
    );
  });

  it('changesets understand their settings', () => {
    const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/changeset'), ['status'], {
      cwd: root,
      encoding: 'utf8',
    });
    // Outside of a clone with a main branch it cannot compare; settings that are wrong say so in other words.
    expect(stderr).not.toMatch(/config|ValidationError/i);
    expect([0, 1]).toContain(status);
  });
});

const folder = join(root, '.github/workflows');
const workflows = readdirSync(folder).map(
  (file) => [file, readFileSync(join(folder, file), 'utf8')] as const,
);

/** The jobs of a workflow: each the text that stands below its name. */
function jobsOf(workflow: string): Record<string, string> {
  const [, jobs = ''] = workflow.replace(/^\s*#.*\n/gm, '').split(/^jobs:\n/m);
  const parts = jobs.split(/^ {2}([\w-]+):\n/m).slice(1);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1] ?? '']] : [])));
}

describe.each(workflows)('the workflow %s', (_file, workflow) => {
  it('uses no action that somebody else can change: each is the hash of a commit, with its version beside it', () => {
    const used = [...workflow.matchAll(/^.*\buses:.*$/gm)].map(([line]) => line);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((line) => !/uses: [\w-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
      [],
    );
  });

  it('installs only what the lock file names', () => {
    const installing =
      /\b(?:npm (?:i|in|install|add|exec|x|update|create|init)|npx(?! --no-install)|yarn|pnpm|bunx?|corepack)\b/;
    const lines = workflow.split('\n').filter((line) => !/^\s*#/.test(line));
    expect(lines.filter((line) => installing.test(line))).toEqual([]);
  });

  it('runs scripts that exist', () => {
    for (const [, script = ''] of workflow.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(script);
  });

  it('gives no right to a job that does not name it, and no tag or branch name to a shell but as a variable', () => {
    expect(workflow).toMatch(/^permissions: \{\}$/m);
    for (const job of Object.values(jobsOf(workflow))) expect(job).toMatch(/^ {4}permissions:/m);
    for (const [, run = ''] of workflow.matchAll(/run: (.*(?:\n {10}.*)*)/g))
      expect(run).not.toContain('${{');
  });
});

describe('the release workflow', () => {
  const jobs = jobsOf(readFileSync(join(folder, 'release.yml'), 'utf8'));
  const { build = '', compare = '', publish = '', page = '' } = jobs;

  it('has one job that may publish, and one that may write to the repository', () => {
    const with_ = (right: string) => Object.keys(jobs).filter((name) => jobs[name]?.includes(right));
    expect(with_('id-token: write')).toEqual(['publish']);
    expect(with_('environment: npm')).toEqual(['publish']);
    expect(with_('npm publish')).toEqual(['publish']);
    expect(with_('contents: write')).toEqual(['page']);
    expect(Object.values(jobs).join()).not.toContain('secrets.');
  });

  it('builds twice from the lock file, without scripts of dependencies and without a cache', () => {
    expect(build).toContain('copy: [first, second]');
    expect(build).toContain('npm ci --ignore-scripts');
    expect(build).toContain('npm pack --ignore-scripts');
    expect(build).toMatch(/name: release-\$\{\{ matrix\.copy \}\}\n/);
    for (const job of [build, publish]) {
      expect(job).toContain('package-manager-cache: false');
      // A whole version: it brings the npm that packs and publishes.
      expect(job).toMatch(/node-version: \d+\.\d+\.\d+\n/);
    }
  });

  it('compares both byte by byte, and says what it compared', () => {
    expect(compare).toContain('needs: build');
    expect(compare).toMatch(/name: release-first\n +path: first\n/);
    expect(compare).toMatch(/name: release-second\n +path: second\n/);
    expect(compare).toContain('run: cmp first/package.tgz second/package.tgz');
    expect(compare).toContain('sha256sum < first/package.tgz');
  });

  it('publishes what was tested and compared: that file, with that digest, and nothing it made itself', () => {
    expect(publish).toContain('needs: [test, compare]');
    expect(publish).toMatch(/name: release-first\n +path: release\n/);
    const check = publish.indexOf('run: echo "$DIGEST  release/package.tgz" | sha256sum --check --strict');
    expect(check).toBeGreaterThan(0);
    expect(publish).toMatch(/DIGEST: \$\{\{ needs\.compare\.outputs\.package \}\}\n/);
    const runs = [...publish.matchAll(/run: (.*)/g)].map(([, run = '']) => run);
    expect(runs.slice(1)).toEqual([
      'npm publish ./release/package.tgz --provenance --access public --ignore-scripts',
    ]);
    expect(publish.indexOf('npm publish')).toBeGreaterThan(check);
    expect(publish).not.toMatch(/actions\/checkout|npm ci|npm run|npm pack/);
  });

  it('shows the same files on the release page', () => {
    expect(page).toContain('needs: [compare, publish]');
    expect(page).toContain('echo "$PACKAGE  release/package.tgz" | sha256sum --check --strict');
    expect(page).not.toMatch(/actions\/checkout|npm ci|npm run/);
  });
});
