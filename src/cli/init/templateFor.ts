import type { Project } from './project.ts';
import { replaceOnce } from './wantedFile.ts';

interface Template {
  readonly ts: string;
  readonly js: string;
}

/** A template's text for this project: with or without types. */
export function templateFor({ isTypeScript }: Pick<Project, 'isTypeScript'>, { ts, js }: Template): string {
  return isTypeScript ? ts : js;
}

/** For a file that Node runs as it is: one ES module imports another by its extension, `.mjs` where `.js` means CommonJS. */
export function forNode({ isModule }: Pick<Project, 'isModule'>, text: string): string {
  return isModule ? text : text.replace(/ from '(\.[^']+)\.js';/g, " from '$1.mjs';");
}

/** Node's SQLite comes with 22.13, and `libsql` is there only if somebody installed it. Else: the store in memory. */
export function withStore({ hasSqlite }: Pick<Project, 'hasSqlite'>, text: string): string {
  if (hasSqlite) return text;
  let changed = replaceOnce(text, "import { sqliteStore } from 'hpp-checkout/server/sqlite';\n", '');
  changed = replaceOnce(
    changed,
    "gatewayFromEnv } from 'hpp-checkout/server';",
    "gatewayFromEnv, memoryStore } from 'hpp-checkout/server';",
  );
  changed = replaceOnce(changed, "sqliteStore('data/checkout.db')", 'memoryStore()');
  return replaceOnce(
    changed,
    '/** Sessions and payments. For more than one machine: postgresStore or mysqlStore. */',
    '/** In memory: a restart forgets sessions and payments. sqliteStore keeps them, with Node 22.13 or "npm install libsql". */',
  );
}
