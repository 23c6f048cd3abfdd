/*
 * `npm run release:addresses -- https://code.example/shop/hpp-checkout https://docs.example`: names the two public
 * addresses, once, in every place that has them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withAddresses, withDocsUrl } from './withAddresses.ts';

const [repository, docsUrl] = process.argv.slice(2);
if (
  repository === undefined ||
  docsUrl === undefined ||
  ![repository, docsUrl].every((url) => URL.canParse(url))
) {
  console.error('Expected two addresses: the one of the repository, and the one of the docs.');
  process.exit(2);
}
const change = (path: string, to: (text: string) => string) => {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  writeFileSync(file, to(readFileSync(file, 'utf8')));
};
change('package.json', (text) => withAddresses(text, repository, docsUrl));
change('src/help/docsUrl.ts', (text) => withDocsUrl(text, docsUrl));
