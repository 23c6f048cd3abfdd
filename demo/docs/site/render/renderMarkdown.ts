import { Marked, type RendererObject, type Tokens } from 'marked';
import { codeBlock, escapeHtml } from './html.ts';
import { headingId, plainText } from './plainText.ts';

/** A part of a page below one heading, as search finds it. */
export interface Section {
  id: string;
  heading: string;
  text: string;
}

export interface RenderedPage {
  title: string;
  html: string;
  sections: readonly Section[];
}

/**
 * Renders a page. Links are given to `resolve`, which knows where other files of the repository stand on the site.
 * @throws Error when the page does not begin with its title.
 */
export function renderMarkdown(markdown: string, resolve: (href: string) => string): RenderedPage {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error('The page has no title: its first line should be "# Title".');
  const headings: Omit<Section, 'text'>[] = [];
  const marked = new Marked({ gfm: true, renderer: renderer(resolve, headings) });
  const html = marked.parse(markdown, { async: false });
  const texts = sectionTexts(markdown);
  const sections = headings.map((heading, index) => ({ ...heading, text: texts[index] ?? '' }));
  return { title: plainText(title), html, sections };
}

/** @param headings receives each heading of the page, in reading order. */
function renderer(
  resolve: (href: string) => string,
  headings: Omit<Section, 'text'>[],
): RendererObject<string, string> {
  const ids = new Map<string, number>();
  /** `<!-- codes: prefix -->` before a table gives an anchor to each of its rows, `prefix-code`. */
  let prefix: string | null = null;
  return {
    heading({ tokens, depth, text }: Tokens.Heading) {
      const id = headingId(text, ids);
      headings.push({ id, heading: plainText(text) });
      const inner = this.parser.parseInline(tokens);
      if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
      return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></h${depth}>\n`;
    },
    link({ href, tokens }: Tokens.Link) {
      return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    code: ({ text, lang = '' }: Tokens.Code) => codeBlock(text, lang),
    html({ text }: Tokens.HTML | Tokens.Tag) {
      const codes = /^<!-- codes:([\w -]*)-->/.exec(text)?.[1];
      if (codes === undefined) return text;
      prefix = codes.trim();
      return '';
    },
    table({ header, rows }: Tokens.Table) {
      const rowPrefix = prefix;
      prefix = null;
      const cell = (tag: string, { tokens }: Tokens.TableCell) =>
        `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      const head = `<tr>${header.map((content) => cell('th', content)).join('')}</tr>`;
      const body = rows.map(
        (cells) =>
          `<tr${rowId(rowPrefix, cells)}>${cells.map((content) => cell('td', content)).join('')}</tr>`,
      );
      return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>\n`;
    },
  };
}

/** The `id` attribute of a table's row whose first cell is a code. */
function rowId(prefix: string | null, [first]: readonly Tokens.TableCell[]): string {
  const code = /^`(\w+)`$/.exec(first?.text ?? '')?.[1];
  if (prefix === null || code === undefined) return '';
  return ` id="${prefix === '' ? code : `${prefix}-${code}`}"`;
}

/** The text below each heading, for search. A `#` in a code block is no heading. */
function sectionTexts(markdown: string): string[] {
  return markdown
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/^#/gm, ' '))
    .split(/^#{1,6} .*$/m)
    .slice(1)
    .map((text) => plainText(text).slice(0, 2_000));
}
