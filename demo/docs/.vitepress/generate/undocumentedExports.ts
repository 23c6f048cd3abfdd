import { type DeclarationReflection, ReflectionKind } from 'typedoc';
import { convertSources } from './typedoc.ts';

/**
 * What an npm entry exports without saying what it is for, as `entry name (file)`. A function's paragraph may stand on
 * its signature; a name that another file exports again is asked for once.
 */
export async function undocumentedExports(): Promise<string[]> {
  const { project } = await convertSources();
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
