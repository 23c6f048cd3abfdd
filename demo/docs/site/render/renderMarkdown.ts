import hljs from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';

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
  const ids = new Map<string, number>();
  const sections: Section[] = [];
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error('The page has no title: its first line should be "# Title".');

  /** Put before a table by `<!-- codes: prefix -->`: each of its rows gets an anchor, `prefix-code`. */
  let prefix: string | null = null;

  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = slugOf(text, ids);
        sections.push({ id, heading: plain(text), text: '' });
        const inner = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${id}">${inner}</h1>\n`;
        return `<h${depth} id="${id}">${inner}<a class="anchor" href="#${id}" aria-label="Link to this heading">#</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(resolve(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [language = '', file] = lang.split(' ');
        const known = hljs.getLanguage(language) !== undefined;
        const html = known ? hljs.highlight(text, { language }).value : escapeHtml(text);
        const caption = file === undefined ? '' : `<figcaption>${escapeHtml(file)}</figcaption>`;
        return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag) {
        const codes = /^<!-- codes:([\w -]*)-->/.exec(text)?.[1];
        if (codes === undefined) return text;
        prefix = codes.trim();
        return '';
      },
      table(token: Tokens.Table) {
        const of = prefix;
        prefix = null;
        const anchor = (cells: Tokens.TableCell[]) => {
          const code = /^`(\w+)`$/.exec(cells[0]?.text ?? '')?.[1];
          return of === null || code === undefined ? '' : ` id="${of === '' ? code : `${of}-${code}`}"`;
        };
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr${tag === 'td' ? anchor(cells) : ''}>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  fillTexts(sections, markdown);
  return { title: plain(title), html, sections };
}

/** The words below each heading, without marks. */
function fillTexts(sections: Section[], markdown: string): void {
  const parts = markdown
    .replace(/^```[\s\S]*?^```/gm, (block) => block.replace(/^#/gm, ' '))
    .split(/^#{1,6} .*$/m)
    .slice(1);
  for (const [index, section] of sections.entries()) section.text = plain(parts[index] ?? '').slice(0, 2_000);
}

function slugOf(text: string, taken: Map<string, number>): string {
  const base =
    plain(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-') || 'section';
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}

function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/```\w*|[`*|]|^\s*[-:]+\s*$/gm, ' ')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
