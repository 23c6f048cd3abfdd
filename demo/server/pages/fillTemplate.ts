/**
 * Replaces placeholders of a built page.
 * @throws Error when a placeholder is missing: the page was built from another source.
 */
export function fillTemplate(template: string, parts: Readonly<Record<string, string>>): string {
  let page = template;
  for (const [placeholder, part] of Object.entries(parts)) {
    if (!page.includes(placeholder)) {
      throw new Error(`The built page has no "${placeholder}". Run "npm run build" again.`);
    }
    page = page.replace(placeholder, () => part);
  }
  return page;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** What the page's script reads, as JSON in the element `#page`. Nothing in it can end the element. */
export function pageData(value: unknown): string {
  return `<script type="application/json" id="page">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}
