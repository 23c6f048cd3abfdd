/*
 * Runs the tests of one project on mutated sources: `HPP_MUTATION` names the folder of a run, which `run.ts` has filled.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import base from '../../vite.config.ts';
import { projects } from '../projects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { HPP_MUTATION: folder = '', HPP_MUTATION_PROJECT: name } = process.env;

/** The mutated text in the place of the file's own. */
const mutated: Plugin = {
  name: 'mutated',
  enforce: 'pre',
  load(id) {
    const file = join(folder, 'code', relative(root, id));
    return id.startsWith(root) && existsSync(file) ? readFileSync(file, 'utf8') : null;
  },
};

export default defineConfig((env) => {
  const { plugins = [], define = {}, resolve = {} } = base(env);
  const project = projects.find(({ test }) => test?.name === name);
  return {
    root,
    plugins: [mutated, ...plugins],
    define,
    resolve,
    test: {
      ...project?.test,
      name: `mutation-${name}`,
      runner: fileURLToPath(new URL('runner.ts', import.meta.url)),
      maxWorkers: 1,
      fileParallelism: false,
      // A mutant's late errors are its own: the runner counts them.
      dangerouslyIgnoreUnhandledErrors: true,
      silent: true,
      reporters: [{}],
    },
  };
});
