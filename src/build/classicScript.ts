import type { EnvironmentOptions } from 'vite';
import { BROWSERS } from './browsers.ts';
import { fromRoot } from './fromRoot.ts';
import { minifyAgain } from './minifyAgain.ts';
import { EXPORTS } from './scriptFiles.ts';

/**
 * An environment that builds one file of the script tag, with all it imports, as a classic script.
 *
 * @param wrap is given the file's code, and says how it stands in the file.
 */
export function classicScript(
  entry: string,
  file: string,
  wrap: (code: string) => string,
): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: 'dist',
      emptyOutDir: false,
      minify: true,
      sourcemap: false,
      target: BROWSERS,
      lib: { entry: fromRoot(entry), name: EXPORTS, formats: ['iife'], fileName: () => file },
      rolldownOptions: {
        output: { generatedCode: { symbols: false } },
        plugins: [minifyAgain(wrap)],
      },
    },
  };
}
