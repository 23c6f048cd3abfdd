/*
 * `tsx test/support/checkRelease.ts v1.2.3`: may this tag be released? Called by the release workflow.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { DOCS_URL } from '../../src/help/docsUrl.ts';
import { missingAddresses, releaseProblems } from './releaseProblems.ts';

const changelog = readFileSync(fileURLToPath(new URL('../../CHANGELOG.md', import.meta.url)), 'utf8');
const problems = [
  ...releaseProblems(process.argv[2] ?? '', manifest, changelog),
  ...missingAddresses(manifest, DOCS_URL),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
