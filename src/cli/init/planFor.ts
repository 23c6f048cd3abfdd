import type { FrameworkName } from './detect.ts';
import type { Plan } from './plan.ts';
import { planNext } from './planNext.ts';
import { planServer } from './planServer.ts';
import { planSvelteKit } from './planSvelteKit.ts';
import { planVite } from './planVite.ts';
import type { Project } from './project.ts';

/** @throws CommandError when init does not know this kind of the framework's projects. */
export function planFor(project: Project, name: FrameworkName): Plan {
  if (name === 'next') return planNext(project);
  if (name === 'sveltekit') return planSvelteKit(project);
  if (name === 'vite') return planVite(project);
  return planServer(project, name);
}
