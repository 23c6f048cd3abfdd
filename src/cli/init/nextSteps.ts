import type { Plan } from './plan.ts';
import type { PackageManager, Project } from './project.ts';

const ADD: Readonly<Record<PackageManager, readonly [add: string, development: string]>> = {
  npm: ['npm install', '--save-dev'],
  pnpm: ['pnpm add', '--save-dev'],
  yarn: ['yarn add', '--dev'],
  bun: ['bun add', '--dev'],
};

/** The commands that bring what package.json does not name yet. */
export function installCommands({ packages, packageManager }: Project, plan: Plan): string[] {
  const missing = (names: readonly string[]) => names.filter((name) => packages?.[name] === undefined);
  const [add, development] = ADD[packageManager];
  const ours = missing(['hpp-checkout', ...plan.packages]);
  const tools = missing(plan.devPackages);
  return [
    ...(ours.length === 0 ? [] : [[add, ...ours].join(' ')]),
    ...(tools.length === 0 ? [] : [[add, development, ...tools].join(' ')]),
  ];
}

/** What to type next, and where to look. */
export function nextSteps(project: Project, plan: Plan): string[] {
  const steps = [
    ...installCommands(project, plan),
    'npx hpp-checkout sandbox    (the gateway; leave it running)',
    ...plan.start.map(
      (command, index) => `${command}    (in ${index === 0 ? 'a second' : 'a third'} terminal)`,
    ),
    `Open ${plan.address} and pay with 4242 4242 4242 4242: any name, any future date and any CVC will do.`,
  ];
  return [
    '\nNext',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    '',
    'A-1001 is paid once and for all: to pay again, write A-1002 into the page.',
    ...plan.notes,
  ];
}
