import { didYouMean, UsageError } from '../command.ts';

/** The CDNs that have every npm package, each with the address of one file of one version. */
const CDNS: Readonly<Record<string, string>> = {
  jsdelivr: 'https://cdn.jsdelivr.net/npm/hpp-checkout@{version}/dist/',
  unpkg: 'https://unpkg.com/hpp-checkout@{version}/dist/',
};

/** Where a file lies on a CDN: a known one, or the address of a folder. @throws UsageError for anything else. */
export function cdnAddress(cdn: string, version: string, file: string): string {
  const folder = Object.hasOwn(CDNS, cdn) ? (CDNS[cdn] ?? '') : cdn;
  if (!/^https?:\/\//.test(folder) || !URL.canParse(folder)) {
    const names = Object.keys(CDNS);
    throw new UsageError(
      `--cdn: expected ${names.join(', ')} or an address such as https://static.shop.example/hpp-checkout/, got "${cdn}".${didYouMean(cdn, names)}`,
    );
  }
  return `${folder.replace('{version}', version).replace(/\/+$/, '')}/${file}`;
}
