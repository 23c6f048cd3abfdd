import { Application, type DeclarationReflection, ReflectionKind } from 'typedoc';
import { apiOptions } from './apiPages.ts';

/**
 * What an npm entry exports without saying what it is for, as `entry name (file)`. A function's paragraph may stand on
 * its signature; a name that another file exports again is asked for once.
 */
export async function undocumentedExports(): Promise<string[]> {
  const app = await Application.bootstrap({
    ...apiOptions,
    disableSources: false,
    disableGit: true,
    sourceLinkTemplate: '{path}',
  });
  const project = await app.convert();
  if (project === undefined)
    throw new Error('The sources cannot be read, so nothing can be said about them.');
  return (project.children ?? []).flatMap((entry) =>
    (entry.children ?? [])
      .filter((name) => !name.kindOf(ReflectionKind.Reference) && !isDocumented(name))
      .map(
        (name) =>
          `${entry.name} ${name.name} (${name.sources?.[0]?.fullFileName.replace(/^.*\/src\//, 'src/')})`,
      ),
  );
}

function isDocumented(name: DeclarationReflection): boolean {
  return name.hasComment() || (name.signatures ?? []).some((signature) => signature.hasComment());
}
