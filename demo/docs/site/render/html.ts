import hljs from 'highlight.js/lib/common';

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** A code block. `info` is what stands behind its fence: the language, and after a space the name of the file. */
export function codeBlock(text: string, info: string): string {
  const [language = '', file] = info.split(' ');
  const known = hljs.getLanguage(language) !== undefined;
  const html = known ? hljs.highlight(text, { language }).value : escapeHtml(text);
  const caption = file === undefined ? '' : `<figcaption>${escapeHtml(file)}</figcaption>`;
  return `<figure class="code">${caption}<pre tabindex="0"><code>${html}</code></pre></figure>\n`;
}
