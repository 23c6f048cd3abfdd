import { CommandError, oneOf } from '../command.ts';
import type { Project } from './project.ts';

export const FRAMEWORKS = ['node', 'express', 'fastify', 'hono', 'next', 'sveltekit', 'vite'] as const;
export type FrameworkName = (typeof FRAMEWORKS)[number];

/** The package that shows a framework. */
const SIGNS: readonly [name: FrameworkName, dependency: string][] = [
  ['express', 'express'],
  ['fastify', 'fastify'],
  ['hono', 'hono'],
  ['next', 'next'],
  ['sveltekit', '@sveltejs/kit'],
  ['vite', 'vite'],
];

/** Packages that a project without a framework may have, too. */
const NEUTRAL = /^(hpp-checkout|libsql|typescript|tsx|@types\/node)$/;

/** Which framework, and how it is known. */
export interface Detection {
  readonly name: FrameworkName;
  readonly because: string;
}

/**
 * @param asked what `--framework` says.
 * @throws UsageError when that is no framework; CommandError when none was asked for and not exactly one is found.
 */
export function detectFramework(
  { packages }: Pick<Project, 'packages'>,
  asked: string | undefined,
): Detection {
  if (asked !== undefined) return { name: oneOf('--framework', asked, FRAMEWORKS), because: '--framework' };
  if (packages === null) return { name: 'node', because: 'no package.json' };
  const found = SIGNS.filter(([, dependency]) => packages[dependency] !== undefined).filter(
    // SvelteKit is built on Vite.
    ([name], _, all) => name !== 'vite' || !all.some(([other]) => other === 'sveltekit'),
  );
  const [first, second] = found;
  if (first !== undefined && second === undefined)
    return { name: first[0], because: `${first[1]} in package.json` };
  const others = Object.keys(packages).filter((name) => !NEUTRAL.test(name));
  if (first === undefined && others.length === 0)
    return { name: 'node', because: 'no framework in package.json' };
  const seen =
    first === undefined
      ? `none that init knows (it names ${listed(others)})`
      : found.map(([, dependency]) => dependency).join(' and ');
  throw new CommandError(
    `package.json shows ${first === undefined ? '' : 'more than one framework: '}${seen}. Say which one the checkout is for: ` +
      `--framework ${found.length > 1 ? found.map(([name]) => name).join(' or ') : FRAMEWORKS.join(', ')}.`,
  );
}

function listed(names: readonly string[]): string {
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');
}
