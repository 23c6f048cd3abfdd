import preact from '@preact/preset-vite';
import type { EnvironmentOptions } from 'vite';
import { defineConfig } from 'vitest/config';
import pkg from './package.json' with { type: 'json' };
import { BROWSERS } from './src/build/browsers.ts';
import { buildInOrder } from './src/build/buildInOrder.ts';
import { classicScript } from './src/build/classicScript.ts';
import { BROWSER_ENTRIES, SERVER_ENTRIES, TESTING_ENTRIES } from './src/build/entries.ts';
import { fromRoot } from './src/build/fromRoot.ts';
import { inlineScript } from './src/build/inlineScript.ts';
import { lazyFiles } from './src/build/lazyFiles.ts';
import { modules } from './src/build/modules.ts';
import { inWindow, pageGlobals } from './src/build/pageGlobals.ts';
import { UTF_8 } from './src/build/scriptFiles.ts';
import { templateText } from './src/build/templateText.ts';
import { LongestFirst, projects } from './test/projects.ts';

/**
 * Chromium compiles all of such a file while it arrives, in another thread. Else each function is compiled when it first
 * runs, in the page's own. Of the frame's file nearly all runs at once, and it is too small for another thread.
 * https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_EARLY = '//# allFunctionsCalledOnLoad\n';

const loaded = (code: string) => UTF_8 + inWindow(code);

/** What is built, in this order (see `buildInOrder`). */
const environments: Record<string, EnvironmentOptions> = {
  // The script tag, from the file that is loaded last to the one that the page names.
  diagnose: classicScript('src/widget/diagnose/diagnose.ts', 'diagnose.js', loaded),
  resume: classicScript('src/widget/resume.ts', 'resume.js', loaded),
  extras: classicScript('src/widget/extras.ts', 'extras.js', loaded),
  dialog: classicScript(
    'src/widget/dialog.ts',
    'dialog.js',
    (code) => UTF_8 + COMPILE_EARLY + inWindow(code),
  ),
  frame: classicScript('src/widget/frame.ts', 'frame.js', loaded),
  script: {
    ...classicScript('src/widget/script.ts', 'hpp-checkout.js', (code) => code),
    define: pageGlobals('window'),
  },

  npm: modules('client', BROWSER_ENTRIES),
  testing: modules('client', TESTING_ENTRIES),
  server: modules('server', { ...SERVER_ENTRIES, cli: 'src/cli/index.ts' }),
  demo: {
    consumer: 'client',
    build: {
      outDir: 'demo/.build',
      emptyOutDir: true,
      target: BROWSERS,
      rolldownOptions: { input: [fromRoot('index.html'), fromRoot('demo/playground/index.html')] },
    },
  },
};

export default defineConfig(({ command }) => ({
  plugins: [
    inlineScript(),
    templateText(),
    lazyFiles(),
    preact({ devToolsEnabled: false, reactAliasesEnabled: false }),
  ],
  define: { __VERSION__: JSON.stringify(pkg.version) },
  resolve: { tsconfigPaths: true },
  builder: { buildApp: (builder) => buildInOrder(builder, Object.keys(environments), pkg.version) },
  // Only for a build: dev server and vitest would scan every environment.
  environments: command === 'build' ? environments : {},
  test: {
    sequence: { sequencer: LongestFirst },
    // As long as Playwright waits. A condition that comes late is no defect; one that never comes is.
    expect: { poll: { timeout: 30_000 } },
    projects,
  },
}));
