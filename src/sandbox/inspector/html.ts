import { html, raw } from 'hono/html';

/**
 * A value, not part of a template: the bundler rewrites a tagged template that holds this text so that it needs a package
 * that we do not ship. https://github.com/oxc-project/oxc/pull/15664
 */
const SCRIPT_END = raw('</script>');

/**
 * The inspector's document. Style and script stand in it as given, since the policy knows them by their hashes.
 * @throws Error when one of them would end its element early; both are part of this package.
 */
export function inspectorHtml(styles: string, script: string): string {
  if (/<\/style/i.test(styles) || /<\/script|<!--/i.test(script)) {
    throw new Error('The inspector’s style or script holds the end of its own element.');
  }
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox inspector</title>
<link rel="icon" href="data:,">
<style>${raw(styles)}</style>
</head>
<body>
<div id="app"><noscript>The inspector needs JavaScript. The same data is at /_sandbox/transactions, /_sandbox/requests and /_sandbox/notifications.</noscript></div>
<script>${raw(script)}${SCRIPT_END}
</body>
</html>
`;
  return page.toString();
}
