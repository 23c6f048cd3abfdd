/*
 * `npm run docs:check`: names the exports that lack a doc paragraph. Exit code 1 when there are any.
 */
import { undocumentedExports } from './undocumentedExports.ts';

const missing = await undocumentedExports();
for (const name of missing) console.error(`${name}: no doc paragraph`);
console.log(
  missing.length === 0 ? 'Every export has its paragraph.' : `${missing.length} exports lack a paragraph.`,
);
process.exitCode = missing.length === 0 ? 0 : 1;
