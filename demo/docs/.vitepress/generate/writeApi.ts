import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeclarationReflection, type ProjectReflection, ReflectionKind } from 'typedoc';
import { ENTRIES } from './entries.ts';
import { mendAnchors } from './mendAnchors.ts';
import { convertSources } from './typedoc.ts';

/** Options of the plugin, which the type of TypeDoc's options does not know. */
const MARKDOWN = {
  plugin: ['typedoc-plugin-markdown'],
  hideBreadcrumbs: true,
  hidePageHeader: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  outputFileStrategy: 'modules',
  sanitizeComments: true,
};

const OVERVIEW = `# API reference

Every name that the package exports, by the entry that it is imported from.

| Entry | Names |
|---|---|
`;

/** Writes the API reference into a folder: a page an entry, and `api.md`, which lists them. */
export async function writeApi(folder: string): Promise<void> {
  const { app, project } = await convertSources({
    disableSources: true,
    groupOrder: ['Functions', 'Classes', 'Variables', 'Interfaces', 'Type Aliases', '*'],
    ...(MARKDOWN as object),
  });
  withoutInherited(project);
  const out = join(folder, 'api');
  const rows: string[] = [];
  for (const module of project.children ?? []) {
    const name = ENTRIES.find((entry) => entry.module === module.name)?.name ?? module.name;
    module.name = name;
    const names = (module.children ?? []).map((child) => `\`${child.name}\``);
    rows.push(`| [${name}](./api/${name}.md) | ${names.join(', ')} |`);
  }
  await app.outputs.writeOutput({ name: 'markdown', path: out }, project);
  // The plugin's own list of entries, which does not say what is in them.
  rmSync(join(out, 'README.md'));
  const pages = ENTRIES.map(({ name }) => {
    const path = `${name}.md`;
    return [path, withIntroduction(name, readFileSync(join(out, path), 'utf8'))] as const;
  });
  for (const [path, markdown] of mendAnchors(new Map(pages))) writeFileSync(join(out, path), markdown);
  writeFileSync(join(folder, 'api.md'), `${OVERVIEW}${rows.join('\n')}\n`);
}

function withIntroduction(name: string, page: string): string {
  const introduction = `Every name that \`import … from '${name}'\` knows, with its type and what it is for.`;
  return (
    page
      .replace(/^# .*\n/, `# ${name}\n\n${introduction}\n`)
      // The type of an object in full. The rows below it say the same, field by field.
      .replace(/\| \\\{ .{300,}? \\\} \|/g, '| `object` |')
  );
}

/** A class shows what it adds to its parent. What it takes from it stands with the parent. */
function withoutInherited(project: ProjectReflection): void {
  for (const reflection of project.getReflectionsByKind(ReflectionKind.Class)) {
    const { groups = [], extendedTypes } = reflection as DeclarationReflection;
    if (extendedTypes === undefined) continue;
    for (const group of groups) {
      group.children = group.children.filter(
        (member) =>
          !member.kindOf(ReflectionKind.Constructor) &&
          !(member instanceof DeclarationReflection && member.inheritedFrom !== undefined),
      );
    }
    (reflection as DeclarationReflection).groups = groups.filter(({ children }) => children.length > 0);
  }
}
