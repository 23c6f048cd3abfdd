import type { TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The parts of the suite: `vitest --project <name>`. */
export const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'browser',
      environment: 'happy-dom',
      include: ['test/{checkout,view,widget,return}/**/*.test.{ts,tsx}'],
      maxWorkers: 2,
    },
  },
  {
    extends: true,
    test: {
      name: 'server',
      environment: 'node',
      include: [
        'test/{help,protocol,gateway,merchant,sandbox,testing,cli,contracts,foreign}/**/*.test.{ts,tsx}',
      ],
      testTimeout: 20_000,
      hookTimeout: 60_000,
      maxWorkers: 2,
    },
  },
  {
    extends: true,
    test: {
      name: 'fault',
      environment: 'node',
      include: ['test/fault/**/*.test.ts'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
      // Each starts processes and databases enough for all cores, so they come one by one, after the others.
      maxWorkers: 1,
      sequence: { groupOrder: 1 },
    },
  },
  {
    extends: true,
    test: {
      name: 'package',
      environment: 'node',
      include: ['test/package/**/*.test.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Left to itself, vitest keeps a core free: on two cores the files came one by one, and they wait for npm much.
      maxWorkers: 2,
    },
  },
  {
    extends: true,
    test: {
      name: 'e2e',
      environment: 'node',
      include: ['test/{e2e,attack}/**/*.test.ts'],
      // The files of a worker share its browsers (test/support/engines.ts) and what they import.
      isolate: false,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      // Two browsers at once: they wait for each other's windows more than for a core. Three gain nothing on two cores.
      maxWorkers: 2,
    },
  },
];

/** Files of minutes come first, or one of them runs on alone when all others are done. The rest: by size, as always. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /(matrix|everyEngine)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
