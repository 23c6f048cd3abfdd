const bare = (url: string) => url.replace(/(\.git)?\/*$/, '');

/** `package.json` with the public addresses in it, behind the license. */
export function withAddresses(manifest: string, repository: string, docsUrl: string): string {
  const { name, version, description, keywords, license, ...rest } = JSON.parse(manifest);
  const addresses = {
    repository: { type: 'git', url: `git+${bare(repository)}.git` },
    homepage: bare(docsUrl),
    bugs: { url: `${bare(repository)}/issues` },
  };
  const named = { name, version, description, keywords, license, ...rest, ...addresses };
  return `${JSON.stringify(named, null, 2)}\n`;
}

/** `docsUrl.ts` with the constant set. @throws Error when the constant is not found */
export function withDocsUrl(source: string, docsUrl: string): string {
  const constant = /(export const DOCS_URL: string \| null = )[^;]+;/;
  if (!constant.test(source)) throw new Error('src/help/docsUrl.ts has no constant DOCS_URL.');
  return source.replace(constant, (_, start: string) => `${start}'${bare(docsUrl)}';`);
}
