import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { releaseProblems } from '../support/releaseProblems.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('a release', () => {
  const changelog = '# Changelog\n\n## [Unreleased]\n\n## [1.2.0] - 2030-01-01\n\n- A thing.\n\n## [1.1.0]\n';

  it('is let through when tag, version and changelog agree', () => {
    expect(releaseProblems('v1.2.0', '1.2.0', changelog)).toEqual([]);
  });

  it.each([
    ['v1.2.1', '1.2.0', /The tag is v1\.2\.1/],
    ['v1.3.0', '1.3.0', /no section \[1\.3\.0\]/],
    ['v1.1.0', '1.1.0', /is empty/],
  ])('%s with %s is stopped', (tag, version, problem) => {
    expect(releaseProblems(tag, version, changelog).join()).toMatch(problem);
  });

  it('has a place for what comes next in the changelog', () => {
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(/^## \[Unreleased\]$/m);
  });

  it('is published in the open, with provenance', () => {
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(manifest).not.toHaveProperty('private');
    const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    expect(workflow).toContain('npm publish --provenance');
    expect(workflow).toContain('id-token: write');
    for (const [, script = ''] of workflow.matchAll(/npm run ([\w:]+)/g))
      expect(Object.keys(manifest.scripts)).toContain(script);
  });

  it('carries a bill of materials with the run-time dependencies, and no others', () => {
    const sbom = JSON.parse(
      execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
    const required = sbom.components
      .filter(({ scope }: { scope?: string }) => scope !== 'optional')
      .map(({ name }: { name: string }) => name);
    for (const name of Object.keys(manifest.dependencies)) expect(required).toContain(name);
    expect(required).not.toContain('vitest');
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
