import { html, raw } from 'hono/html';

/**
 * A value, not part of a template: the bundler rewrites a tagged template that holds this text so that it needs a package
 * that we do not ship. https://github.com/oxc-project/oxc/pull/15664
 */
const SCRIPT_END = raw('</script>');

/** What the page's script reads, as JSON: neither `</script>` nor `<!--` can come out of it. */
export function island(value: unknown) {
  const json = raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
  return html`<script type="application/json" id="checkout">${json}${SCRIPT_END}`;
}

/** The one script that the page's policy lets run. */
export function inlineScript(script: string, nonce: string) {
  return html`<script nonce="${nonce}">${raw(script.replaceAll('</script', '<\\/script'))}${SCRIPT_END}`;
}
