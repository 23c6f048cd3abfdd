/** A heading of a page. */
export interface Heading {
  /** As in an address: `behind-a-proxy`. */
  id: string;
  depth: number;
  /** The line it stands on, from 0. */
  line: number;
}

/** The headings of a page, in order. A `#` in a code block is none. */
export function headingsOf(markdown: string): readonly Heading[] {
  let isCode = false;
  return markdown.split('\n').flatMap((text, line) => {
    if (text.trimStart().startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : /^(#{1,6}) (.+)$/.exec(text)) ?? [];
    return marks === undefined || title === undefined ? [] : [{ id: idOf(title), depth: marks.length, line }];
  });
}

/** The part of a page below a heading, with it; undefined when there is no such heading. */
export function sectionOf(markdown: string, id: string): string | undefined {
  const headings = headingsOf(markdown);
  const first = headings.find((heading) => heading.id === id);
  if (first === undefined) return undefined;
  const next = headings.find(({ line, depth }) => line > first.line && depth <= first.depth);
  return markdown.split('\n').slice(first.line, next?.line).join('\n').trimEnd();
}

/** As GitHub makes them: https://github.com/Flet/github-slugger */
function idOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
