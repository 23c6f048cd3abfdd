import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type HandlerHarness,
  type HandlerHarnessOptions,
  handlerHarness,
} from '../support/handlerHarness.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** A folder for the modules that `--handler` names. */
export interface ShopFolder {
  readonly path: string;
  /** A module on disk. Names are never used twice: Node loads a module once. */
  moduleOf(code: string): string;
  /** A shop whose module exports the harness's real handler and store. */
  shop(options?: HandlerHarnessOptions): ShopTerminal;
  remove(): void;
}

export interface ShopTerminal {
  readonly harness: HandlerHarness;
  readonly file: string;
  readonly terminal: Terminal;
  /** Types the line with `--handler` behind it. */
  type(line: string): Promise<number>;
}

export function shopFolder(): ShopFolder {
  const path = mkdtempSync(join(tmpdir(), 'cli-'));
  let modules = 0;
  const moduleOf = (code: string): string => {
    const name = `checkout-${++modules}.mjs`;
    writeFileSync(join(path, name), code);
    return name;
  };
  return {
    path,
    moduleOf,
    shop(options = {}) {
      const harness = handlerHarness(options);
      const name = `${path}/shop-${modules + 1}`;
      const shelf = globalThis as unknown as Record<string, HandlerHarness>;
      shelf[name] = harness;
      const file = moduleOf(`export const { handler, store } = globalThis['${name}'];`);
      const terminal = openTerminal({ cwd: path });
      return { harness, file, terminal, type: (line) => terminal.type(`${line} --handler ${file}`) };
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
