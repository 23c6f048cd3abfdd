import type { Project } from './project.ts';
import { template } from './templates/vite/vite.config.ts?template';
import type { WantedFile } from './wantedFile.ts';

const NAMES = ['vite.config.ts', 'vite.config.js', 'vite.config.mts', 'vite.config.mjs'];
const OPENING = 'export default defineConfig({\n';

/** Vite's configuration: a new one, or our lines in the one that is there, if they fit. */
export function viteConfig(project: Project): WantedFile {
  const major = Number(/\d+/.exec(project.packages?.vite ?? '')?.[0] ?? 8);
  // Before Vite 8 the bundler was Rollup: https://vite.dev/guide/migration
  const whole = major < 8 ? template.ts.replace('rolldownOptions', 'rollupOptions') : template.ts;
  const lines = whole.slice(whole.indexOf(OPENING) + OPENING.length, whole.lastIndexOf('});'));
  const path = NAMES.find((name) => project.has(name)) ?? `vite.config.${project.isTypeScript ? 'ts' : 'js'}`;
  return {
    path,
    question: `${path} has to pass requests on to the server. Add the lines for that to it?`,
    purpose: 'passes requests on to the server; builds both pages',
    textFrom: (current) => (current === null ? whole : withLines(current, lines)),
    byHand: `It needs this in its configuration:\n${lines}`,
  };
}

/** `null` when no one can tell where our lines fit. */
function withLines(current: string, lines: string): string | null {
  if (current.includes(lines)) return current;
  const fits = current.split(OPENING).length === 2 && !/^\s*(server|build)\s*:/m.test(current);
  return fits ? current.replace(OPENING, () => OPENING + lines) : null;
}
