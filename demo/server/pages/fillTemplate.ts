/**
 * Replaces marks of a built page.
 * @throws Error when a mark is not there: the page was built from another source.
 */
export function fillTemplate(template: string, parts: Readonly<Record<string, string>>): string {
  let page = template;
  for (const [mark, part] of Object.entries(parts)) {
    if (!page.includes(mark)) throw new Error(`The built page has no "${mark}". Run "npm run build" again.`);
    page = page.replace(mark, () => part);
  }
  return page;
}

/** JSON for the page's script; nothing in it can end the element. */
export function island(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}
