import { minify } from 'terser';
import type { Plugin } from 'vite';
import { sharedFields } from './sharedFields.ts';

/**
 * Terser over what the bundler has minified: the names it chooses compress better, which saves two in a hundred of the
 * bytes that every page view pays for.
 *
 * @param wrap puts what is not to be touched around the code.
 */
export function minifyAgain(wrap: (code: string) => string): Plugin {
  return {
    name: 'minify-again',
    async generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code = '' } = await minify(chunk.code, {
          ecma: 2020,
          compress: {
            passes: 3,
            unsafe: true,
            unsafe_arrows: true,
            keep_fargs: false,
            pure_getters: true,
            negate_iife: false,
          },
          mangle: { properties: { builtins: true, regex: sharedFields.pattern } },
          nameCache: { props: { props: { ...sharedFields.names } } },
        });
        chunk.code = wrap(code);
      }
    },
  };
}
