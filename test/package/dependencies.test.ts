import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

it('what the package needs to run is named by a caret range, so that its security fixes come without a release of ours', () => {
  const ranges = Object.entries(manifest.dependencies);
  expect(ranges.length).toBeGreaterThan(0);
  expect(ranges.filter(([, range]) => !/^\^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
});

it('what it is built and tested with is pinned, so that two checkouts of one commit build the same', () => {
  const versions = Object.entries(manifest.devDependencies);
  expect(versions.filter(([, version]) => !/^(npm:.+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
