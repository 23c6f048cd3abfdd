import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a whole run (`npm test`) leaves what it found. */
export const artifacts = fileURLToPath(new URL('../.artifacts', import.meta.url));

/** The vitest runs that make a whole run, each with its projects. */
export const vitestRuns = [
  { name: 'unit', projects: ['browser', 'server'] },
  { name: 'faults', projects: ['fault'] },
  { name: 'built files', projects: ['package'] },
  { name: 'journeys', projects: ['e2e'] },
] as const;

/** Where the run of that name writes vitest's JSON report. */
export const reportOf = (name: string, folder: string = artifacts): string => join(folder, `${name}.json`);
