import type { Sample } from '../samples/extract.ts';

/** Frameworks whose page is built with the framework's own defaults, and paid in a browser. */
export const FRAMEWORKS: readonly string[] = ['nestjs', 'astro', 'nuxt', 'sveltekit'];

/** Whether a sample is part of such a project. */
export function isOfFramework({ page }: Pick<Sample, 'page'>): boolean {
  return FRAMEWORKS.some((name) => page === `demo/docs/${name}.md`);
}
