/** What of `package.json` a release depends on. */
export interface Manifest {
  version: string;
  /** Where the sources are public: provenance is a statement about it. */
  repository?: { url: string };
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
