import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const DEBIAN = '/usr/share/keyrings/debian-archive-keyring.gpg';
const SID = `deb [signed-by=${DEBIAN}] http://deb.debian.org/debian sid main`;
const cache = fileURLToPath(new URL('../../node_modules/.cache/mysql', import.meta.url));

interface Release {
  /** Where apt finds it. */
  readonly sources: readonly string[];
  readonly name: string;
}

const ubuntu = (suite: string, keyring: string): string =>
  `deb [signed-by=${keyring}] http://archive.ubuntu.com/ubuntu ${suite} main`;

/** Who has which: Debian's unstable suite the newest, Ubuntu's long-lived ones those before. */
const RELEASES: Readonly<Record<string, (ubuntuKeyring: () => string) => Release>> = {
  '9': () => ({ sources: [SID], name: 'mysql-server-core' }),
  '8.4': (keyring) => ({ sources: [ubuntu('resolute', keyring())], name: 'mysql-server-core' }),
  '8.0': (keyring) => ({
    sources: ['noble', 'noble-updates'].map((suite) => ubuntu(suite, keyring())),
    name: 'mysql-server-core-8.0',
  }),
};

/**
 * MySQL's server with all libraries that it needs, the C library too, unpacked beside the project: Debian 12 has none, and those
 * of newer suites need newer libraries than the machine's. Nothing is installed.
 *
 * @returns the path of what starts it.
 */
export function fetchMysql(version = '9'): string {
  const release = RELEASES[version];
  if (release === undefined) {
    throw new Error(`MYSQL: expected ${Object.keys(RELEASES).join(', ')}, got ${version}.`);
  }
  const folder = join(cache, version);
  const program = join(folder, 'mysqld');
  if (existsSync(program)) return program;
  rmSync(folder, { recursive: true, force: true });
  try {
    const archives = download(
      folder,
      release(() => ubuntuKeyring(join(folder, 'keyring'))),
    );
    const root = join(folder, 'root');
    for (const name of readdirSync(archives).filter((file) => file.endsWith('.deb'))) {
      execFileSync('dpkg-deb', ['-x', join(archives, name), root]);
    }
    rmSync(archives, { recursive: true });
    writeFileSync(program, startScript(root));
    chmodSync(program, 0o755);
    return program;
  } catch (error) {
    throw new Error(
      'MySQL could not be fetched: this needs Debian or Ubuntu (apt-get, dpkg-deb, debian-archive-keyring) and the way to deb.debian.org and archive.ubuntu.com. ' +
        'Elsewhere set MYSQLD to the path of a mysqld of MySQL 8.0.17 or later.',
      { cause: error },
    );
  }
}

/** What Ubuntu signs with, from Debian, which signs that. */
function ubuntuKeyring(folder: string): string {
  const archives = download(folder, { sources: [SID], name: 'ubuntu-archive-keyring' });
  const root = join(folder, 'root');
  for (const name of readdirSync(archives).filter((file) => file.startsWith('ubuntu-'))) {
    execFileSync('dpkg-deb', ['-x', join(archives, name), root]);
  }
  return join(root, 'usr/share/keyrings/ubuntu-archive-keyring.gpg');
}

/** With lists, state and cache of its own, so that it changes nothing of the machine's, and no root is needed. */
function download(folder: string, { sources, name }: Release): string {
  const own = (path: string) => join(folder, path);
  for (const path of ['lists/partial', 'archives/partial', 'state'])
    mkdirSync(own(path), { recursive: true });
  writeFileSync(own('sources.list'), `${sources.join('\n')}\n`);
  writeFileSync(own('state/status'), '');
  writeFileSync(
    own('apt.conf'),
    [
      `Dir::Etc::SourceList "${own('sources.list')}";`,
      'Dir::Etc::SourceParts "-";',
      `Dir::State "${own('state')}";`,
      `Dir::State::Lists "${own('lists')}";`,
      `Dir::State::Status "${own('state/status')}";`,
      `Dir::Cache "${folder}";`,
      `Dir::Cache::Archives "${own('archives')}";`,
      'Acquire::Languages "none";',
      'APT::Install-Recommends "0";',
    ].join('\n'),
  );
  const env = { ...process.env, APT_CONFIG: own('apt.conf') };
  const apt = (...args: string[]) => execFileSync('apt-get', ['-q', '-y', ...args], { env });
  apt('update');
  apt('--download-only', 'install', name);
  return own('archives');
}

/** By the loader that came with it, since the machine's own may be too old for its libraries. */
function startScript(root: string): string {
  const parent = join(root, 'usr/lib');
  const libraries = readdirSync(parent).find((name) => name.endsWith('-linux-gnu')) ?? '';
  const loader = readdirSync(join(parent, libraries)).find((name) => /^ld-linux.*\.so\.\d$/.test(name)) ?? '';
  return `#!/bin/sh
exec '${join(parent, libraries, loader)}' --library-path '${join(parent, libraries)}:${join(parent, 'mysql/private')}' \\
  '${join(root, 'usr/sbin/mysqld')}' "$@" --basedir='${join(root, 'usr')}' --lc-messages-dir='${join(root, 'usr/share/mysql')}'
`;
}
