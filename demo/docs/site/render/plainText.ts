/** The text of Markdown, without its marks. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/```\w*|[`*|]|^\s*[-:]+\s*$/gm, ' ')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * The id of a heading, as GitHub makes it.
 *
 * @param taken how often each id stands in the page by now; it is counted on.
 */
export function headingId(text: string, taken: Map<string, number>): string {
  const base =
    plainText(text)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s+/g, '-') || 'section';
  const count = taken.get(base) ?? 0;
  taken.set(base, count + 1);
  return count === 0 ? base : `${base}-${count}`;
}
