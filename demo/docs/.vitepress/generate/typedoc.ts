import { Application, type ProjectReflection, type TypeDocOptions } from 'typedoc';
import { inRepository } from '../pages.ts';
import { ENTRIES } from './entries.ts';

/**
 * Reads the sources of all entries.
 * @throws Error when they do not compile.
 */
export async function convertSources(
  options: Partial<TypeDocOptions> = {},
): Promise<{ app: Application; project: ProjectReflection }> {
  const app = await Application.bootstrapWithPlugins({
    entryPoints: ENTRIES.map(({ file }) => inRepository(file)),
    tsconfig: inRepository('src/tsconfig.json'),
    readme: 'none',
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableGit: true,
    sourceLinkTemplate: '{path}',
    // Types are the compiler's business (`npm run check:types`); here it would only cost time.
    skipErrorChecking: true,
    logLevel: 'Warn',
    ...options,
  });
  const project = await app.convert();
  if (project === undefined) throw new Error('The sources cannot be read, so there is no API reference.');
  return { app, project };
}
