import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, type TypeDocOptions } from 'typedoc';
import { inRepository } from './inRepository.ts';

/** One page of the API reference, as Markdown. */
export interface ApiPage {
  /** Below `api/`: `hpp-checkout/server/functions/createGateway`; the entry's own page ends in `index`. */
  path: string;
  markdown: string;
}

/** What each npm entry exports, from its source; typedoc names each by its source. */
const ENTRIES: Readonly<Record<string, { file: string; entry: string }>> = {
  widget: { file: 'src/widget/index.ts', entry: 'hpp-checkout' },
  'widget/react': { file: 'src/widget/react.ts', entry: 'hpp-checkout/react' },
  'widget/element': { file: 'src/widget/element.ts', entry: 'hpp-checkout/element' },
  return: { file: 'src/return/index.ts', entry: 'hpp-checkout/return' },
  gateway: { file: 'src/gateway/index.ts', entry: 'hpp-checkout/gateway' },
  merchant: { file: 'src/merchant/index.ts', entry: 'hpp-checkout/server' },
  'merchant/node': { file: 'src/merchant/node.ts', entry: 'hpp-checkout/server/node' },
  'merchant/store/sqlite': { file: 'src/merchant/store/sqlite.ts', entry: 'hpp-checkout/server/sqlite' },
  'merchant/store/postgres': {
    file: 'src/merchant/store/postgres.ts',
    entry: 'hpp-checkout/server/postgres',
  },
  sandbox: { file: 'src/sandbox/index.ts', entry: 'hpp-checkout/sandbox' },
};

/** Which part of the sources is documented. */
export const apiOptions = {
  entryPoints: Object.values(ENTRIES).map(({ file }) => inRepository(file)),
  tsconfig: inRepository('src/tsconfig.json'),
  readme: 'none',
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  // Types are the compiler's business (`npm run check:types`); here it would only cost time.
  skipErrorChecking: true,
  logLevel: 'Warn',
} as const satisfies Partial<TypeDocOptions>;

/** The API reference of all entries, one page a name. */
export async function apiPages(): Promise<readonly ApiPage[]> {
  const out = mkdtempSync(join(tmpdir(), 'hpp-checkout-api-'));
  try {
    const app = await Application.bootstrapWithPlugins({
      ...apiOptions,
      plugin: ['typedoc-plugin-markdown'],
      // Options of the plugin, which the type does not know.
      ...({
        hideBreadcrumbs: true,
        hidePageHeader: true,
        useCodeBlocks: true,
        parametersFormat: 'table',
        interfacePropertiesFormat: 'table',
        typeAliasPropertiesFormat: 'table',
        entryFileName: 'index',
        outputFileStrategy: 'members',
        sanitizeComments: true,
      } as object),
    });
    const project = await app.convert();
    if (project === undefined) throw new Error('The sources do not compile, so there is no API reference.');
    for (const module of project.children ?? []) module.name = ENTRIES[module.name]?.entry ?? module.name;
    await app.outputs.writeOutput({ name: 'markdown', path: out }, project);
    return readdirSync(out, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => ({
        path: name.slice(0, -'.md'.length),
        markdown: readFileSync(join(out, name), 'utf8'),
      }));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
