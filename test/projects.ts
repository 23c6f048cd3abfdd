import type { TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longer hangs. A machine under load may make a test of seconds take a minute. */
const HANGS_MS = 120_000;

/** The parts of the suite: `vitest --project <name>`. */
export const projects: TestProjectInlineConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'browser',
      environment: 'happy-dom',
      include: ['test/{checkout,view,widget,return}/**/*.test.{ts,tsx}'],
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      maxWorkers: 3,
    },
  },
  {
    extends: true,
    test: {
      name: 'server',
      environment: 'node',
      include: [
        'test/{help,protocol,gateway,merchant,sandbox,testing,cli,contracts,demo,foreign,mutation,model}/**/*.test.{ts,tsx}',
      ],
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      // Many wait, for floods at their pace, for databases and for processes: two of them leave a third of two cores idle.
      maxWorkers: 3,
    },
  },
  {
    extends: true,
    test: {
      name: 'fault',
      environment: 'node',
      include: ['test/fault/**/*.test.ts'],
      globalSetup: 'test/support/buildProcesses.ts',
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
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
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
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
      testTimeout: HANGS_MS,
      hookTimeout: HANGS_MS,
      // Two of them take 1.6 of two cores: they wait for pages that live for seconds, for polls, and for each other's windows.
      maxWorkers: 3,
    },
  },
];

/** What takes twenty seconds or more (`.artifacts/*.json` of a whole run), the longest first. `test:quick` leaves it out. */
export const LONGEST = [
  'e2e/matrix',
  'e2e/everyEngine',
  'e2e/demoScenarios',
  'e2e/widget/states',
  'e2e/dev',
  'e2e/journeys',
  'e2e/examples',
  'attack/hostilePage',
  'attack/wrongWindow',
  'e2e/back',
  'attack/wrongMessage',
  'e2e/demo',
  'e2e/demoAccessibility',
  'e2e/demoLan',
  'e2e/strictPage',
  'e2e/wayBack',
  'e2e/foreignGateway',
  'e2e/hostedPageThemes',
  'e2e/leaks',
  'e2e/oddPages',
  'e2e/sleep',
  'e2e/tabs',
  'e2e/bankZoo',
  'attack/foreignMarkup',
  'e2e/inspector',
  'e2e/widget/mounting',
  'e2e/pages',
  'e2e/docs',
  'attack/returnPage',
  'e2e/hostedPage',
  'e2e/widget/ending',
  'e2e/peerBugs',
  'e2e/widget/closing',
  'package/samples',
  'package/runtimes',
  'package/reproducible',
  'package/quickstart',
  'package/init',
  'package/packed',
  'package/contract',
  'package/docs',
  'fault/handlerCrash',
  'merchant/notification/flood',
  'checkout/machineWalk',
  // Their time goes by before the first test.
  'merchant/merchantFunctions',
  'gateway/merchantFunctions',
  'model/model',
  'foreign/handlerTiming',
  'foreign/handlerDeliveries',
];

/** Long files come first, or one of them runs on alone when all others are done. The rest: by size, as always. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONGEST.findIndex((name) => moduleId.includes(`/test/${name}.test.`));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
