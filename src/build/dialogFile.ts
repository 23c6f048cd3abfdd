import type { Plugin } from 'vite';
import { integrityOf, scriptFile } from './scriptFiles.ts';

/**
 * `virtual:stage-two`: name and hash of the dialog's file, for the script that loads it. Read from `dist`, since each
 * environment is built with a configuration of its own.
 */
export function dialogFile(): Plugin {
  return {
    name: 'dialog-file',
    resolveId: (id) => (id === 'virtual:stage-two' ? '\0stage-two' : null),
    load: (id) =>
      id === '\0stage-two'
        ? `export const file = ${JSON.stringify(scriptFile('dialog'))};
export const integrity = ${JSON.stringify(integrityOf(`dist/${scriptFile('dialog')}`))};`
        : null,
  };
}
