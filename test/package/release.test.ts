import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { makeSbom } from '../support/makeSbom.ts';
import { releaseProblems } from '../support/releaseProblems.ts';

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
    const { components } = JSON.parse(makeSbom()) as { components: { name: string; version: string }[] };
    expect(Object.fromEntries(components.map(({ name, version }) => [name, version]))).toMatchObject(
      manifest.dependencies,
    );
    // Each of them stands alone, or depends on another of them.
    expect(components.map(({ name }) => name).sort()).toEqual(Object.keys(manifest.dependencies).sort());
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
