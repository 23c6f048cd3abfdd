/** What of `package.json` a release depends on. */
export interface Manifest {
  version: string;
  /** Where the sources are public: provenance is a statement about it. */
  repository?: { url: string };
  homepage?: string;
  bugs?: { url: string };
}

/** Which public addresses are still missing. One command sets all of them, when the owner has named two. */
export function missingAddresses(manifest: Manifest, docsUrl: string | null): string[] {
  const places: Record<string, unknown> = {
    'repository in package.json': manifest.repository,
    'homepage in package.json': manifest.homepage,
    'bugs in package.json': manifest.bugs,
    'DOCS_URL in src/help/docsUrl.ts': docsUrl,
  };
  const missing = Object.keys(places).filter((place) => places[place] == null);
  if (missing.length === 0) return [];
  return [
    `The public addresses are not named: ${missing.join(', ')}. Set all of them: npm run release:addresses -- <address of the repository> <address of the docs>.`,
  ];
}

/**
 * What keeps a tag from being released; empty when tag, version and changelog agree and the sources have an address.
 *
 * @param tag `v1.2.3`.
 */
export function releaseProblems(tag: string, { version, repository }: Manifest, changelog: string): string[] {
  const problems: string[] = [];
  if (repository === undefined) {
    problems.push(
      'package.json names no repository, and the registry refuses provenance without it. Add { "type": "git", "url": "git+https://…" }.',
    );
  }
  if (tag !== `v${version}`) {
    problems.push(
      `The tag is ${tag} and package.json says ${version}. Run "npm run release:version" and tag that commit.`,
    );
  }
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`));
  if (section === undefined) {
    problems.push(`CHANGELOG.md has no section [${version}]. Move the lines under [Unreleased] there.`);
  } else if (!/^- /m.test(section)) {
    problems.push(`The section [${version}] of CHANGELOG.md is empty.`);
  }
  return problems;
}
