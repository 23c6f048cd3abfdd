/** What stands in a script tag. */
interface ScriptTag {
  src: string;
  integrity: string | null;
  /** On another origin than the page: a browser checks `integrity` there only of what was asked for with CORS. */
  isElsewhere: boolean;
  origins: readonly string[];
}

/** The tag as HTML, with a line for each kind of attribute. */
export function scriptTag({ src, integrity, isElsewhere, origins }: ScriptTag): string {
  const check =
    integrity === null ? '' : `integrity="${integrity}"${isElsewhere ? ' crossorigin="anonymous"' : ''}`;
  const lines = [
    `<script async src="${attribute(src)}"`,
    check,
    // Elements in the markup cannot ask for the connection themselves: the script tag says it for all of them.
    [
      ...(origins.length === 0 ? [] : [`data-gateway-origins="${attribute(origins.join(' '))}"`]),
      'data-warm="connect"',
    ].join(' '),
  ].filter((line) => line !== '');
  // In two pieces: a bundler that finds the closing tag in a template makes an import of it.
  return `${lines.join('\n        ')}></${'script>'}`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
