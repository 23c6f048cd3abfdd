import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { ATTRIBUTE_OPTIONS, attributeOf, OPTION_NAMES } from '../widget/optionNames.ts';
import { PARTS } from '../widget/parts.ts';
import { fromRoot } from './fromRoot.ts';
import { withoutIds } from './withoutIds.ts';

const MEMBERS_OF = ['CheckoutOptions', 'CheckoutEvents'];

/**
 * What editors know of `<hpp-checkout>`: `custom-elements.json` (https://github.com/webcomponents/custom-elements-manifest) and
 * the custom data of VS Code (https://code.visualstudio.com/docs/languages/html#_html-custom-data). The names are those that
 * the element reads, the words those of the doc comments.
 */
export function writeElementManifest(): void {
  const docs = docsOf('src/widget/options.ts');
  const about = (name: string) => ({
    type: { text: docs[name]?.type ?? 'unknown' },
    description: docs[name]?.text ?? '',
  });
  const attributes = ATTRIBUTE_OPTIONS.map((name) => ({
    name: attributeOf(name),
    fieldName: name,
    ...about(name),
  }));
  const events = OPTION_NAMES.filter((name) => /^on/.test(name) && name !== 'onEvent').map((name) => {
    const type = name.slice(2).toLowerCase();
    return {
      name: `hpp-checkout:${type}`,
      type: { text: `CustomEvent<${docs[type]?.type}>` },
      description: docs[type]?.text ?? '',
    };
  });
  const description = 'A Pay button that opens the hosted payment page.';
  const declaration = {
    kind: 'class',
    customElement: true,
    name: 'HppCheckoutElement',
    tagName: 'hpp-checkout',
    description,
    superclass: { name: 'HTMLElement' },
    attributes,
    members: [
      ...OPTION_NAMES.map((name) => ({ kind: 'field', name, ...about(name) })),
      {
        kind: 'field',
        name: 'options',
        type: { text: 'Partial<CheckoutOptions>' },
        description: 'Several options at once.',
      },
      { kind: 'field', name: 'checkout', type: { text: 'Checkout | undefined' }, readonly: true },
      { kind: 'field', name: 'pageOptions', static: true, type: { text: 'Partial<CheckoutOptions>' } },
      { kind: 'method', name: 'diagnose', return: { type: { text: 'Promise<Diagnosis>' } } },
    ],
    events,
    cssParts: PARTS.map((name) => ({ name })),
  };
  const reference = { name: 'HppCheckoutElement', module: 'dist/element.js' };
  write('custom-elements.json', {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: 'dist/element.js',
        declarations: [declaration],
        exports: [
          { kind: 'js', name: 'HppCheckoutElement', declaration: reference },
          { kind: 'custom-element-definition', name: 'hpp-checkout', declaration: reference },
        ],
      },
    ],
  });
  write('vscode.html-custom-data.json', {
    version: 1.1,
    tags: [
      {
        name: 'hpp-checkout',
        description,
        attributes: attributes.map(({ name, description }) => ({ name, description })),
      },
    ],
  });
}

function write(file: string, content: unknown): void {
  writeFileSync(fromRoot(`dist/${file}`), `${JSON.stringify(content, null, 2)}\n`);
}

/** Type and first words of each member of the public types. */
function docsOf(path: string): Readonly<Record<string, { type: string; text: string } | undefined>> {
  const source = ts.createSourceFile(
    path,
    withoutIds(readFileSync(fromRoot(path), 'utf8')),
    ts.ScriptTarget.Latest,
    true,
  );
  const docs: Record<string, { type: string; text: string }> = {};
  for (const statement of source.statements) {
    if (!ts.isInterfaceDeclaration(statement) || !MEMBERS_OF.includes(statement.name.text)) continue;
    for (const member of statement.members) {
      if (!ts.isPropertySignature(member) || !member.type) continue;
      const text = ts
        .getJSDocCommentsAndTags(member)
        .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '');
      docs[member.name.getText()] = {
        type: member.type.getText(),
        text: text.join(' ').replace(/\s+/g, ' '),
      };
    }
  }
  return docs;
}
