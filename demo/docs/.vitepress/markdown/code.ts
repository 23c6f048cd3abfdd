import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';

type Transformer = NonNullable<MarkdownOptions['codeTransformers']>[number];

/**
 * Colours of code as classes: `color:var(--shiki-token-keyword)` becomes `token-keyword`. The site's policy allows no
 * style attribute, and the style sheet says what each class looks like, in light and dark.
 */
export const classesInsteadOfStyles: Transformer = {
  name: 'classes-instead-of-styles',
  span(node) {
    const { style, ...properties } = node.properties;
    if (typeof style !== 'string') return;
    const token = /--shiki-(token-[\w-]+)/.exec(style)?.[1];
    node.properties = token === undefined ? properties : { ...properties, class: token };
  },
};

/** Shows the file's name above a block whose fence says ` ```ts checkout.ts `. */
export function fileNames(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const code = fence?.(tokens, index, options, env, self) ?? '';
    const file = tokens[index]?.info.trim().split(' ')[1];
    return file === undefined
      ? code
      : `<p class="file-name"><code>${md.utils.escapeHtml(file)}</code></p>\n${code}`;
  };
}

/** Whoever reads with the keyboard can scroll a wide table. */
export function scrollableTables(md: MarkdownRenderer): void {
  md.renderer.rules.table_open = () => '<table tabindex="0">\n';
}
