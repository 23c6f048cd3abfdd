import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

/** A PostgreSQL server of the tests' own: loopback, free port, own data folder, fsync on unless a test turns it off. */
export interface TestPostgres {
  readonly port: number;
  /** Connection settings for a new, empty schema: each test its own. */
  schema(): Promise<TestSchema>;
  /** Process id of the postmaster. */
  readonly pid: number;
  /** kill -9 of the postmaster and everything under it: the nearest thing to pulling the plug. */
  kill(): Promise<void>;
  /** kill -9 of one process that serves a client: the server ends the others, recovers, and answers again when this resolves. */
  killBackend(): Promise<void>;
  /** Starts it again after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestSchema {
  readonly name: string;
  readonly config: pg.PoolConfig;
}

export interface TestPostgresOptions {
  /** Settings as `-c name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A server whose standby this one becomes: it begins as a copy of it, and follows it. */
  readonly standbyOf?: Pick<TestPostgres, 'port'>;
  /** Largest file the server may write, in KiB: a full disk without filling one. */
  readonly fileLimitKiB?: number;
}

export async function startPostgres({
  settings = {},
  standbyOf,
  fileLimitKiB,
}: TestPostgresOptions = {}): Promise<TestPostgres> {
  const bin = binaries();
  const folder = mkdtempSync(join(tmpdir(), 'hpp-pg-'));
  const data = join(folder, 'data');
  if (isRoot()) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o755);
  const port = await freePort();
  const initdb = [
    join(bin, 'initdb'),
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    // Write-ahead files must stay below the limit: only the tables are to hit it.
    ...(fileLimitKiB === undefined ? [] : ['--wal-segsize=1']),
  ];
  // https://www.postgresql.org/docs/current/app-pgbasebackup.html: -R makes it a standby.
  const copy = [
    join(bin, 'pg_basebackup'),
    ...['-h', '127.0.0.1', '-p', String(standbyOf?.port), '-U', 'postgres', '-D', data, '-R', '-X', 'stream'],
    ...['--checkpoint=fast', '--no-sync'],
  ];
  const make = standbyOf === undefined ? initdb : copy;
  const [file = '', ...args] = isRoot() ? [...AS_POSTGRES, ...make] : make;
  await run(file, args, { cwd: tmpdir() });

  const options = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    max_connections: '200',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server: ChildProcess;
  let log = '';
  const start = async (): Promise<void> => {
    const limit = fileLimitKiB === undefined ? '' : `ulimit -f ${fileLimitKiB}; trap '' XFSZ; `;
    const command = [
      'bash',
      '-c',
      `${limit}exec "$@"`,
      'bash',
      join(bin, 'postgres'),
      '-D',
      data,
      ...options,
    ];
    const [file = '', ...args] = isRoot() ? [...AS_POSTGRES, ...command] : command;
    server = spawn(file, args, { cwd: tmpdir(), stdio: ['ignore', 'ignore', 'pipe'] });
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4_000);
    });
    const deadline = performance.now() + 100_000;
    while (!(await answers(port))) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`PostgreSQL does not start on port ${port}:\n${log}`);
      }
      await sleep(20);
    }
  };
  const ended = async (name: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(name);
    await exit;
  };

  await start();
  return {
    port,
    get pid() {
      return server.pid ?? 0;
    },
    async kill() {
      const family = childrenOf(server.pid ?? 0);
      for (const member of family) signal(member, 'SIGKILL');
      await ended('SIGKILL');
      while (family.some(isAlive)) await sleep(5);
    },
    async killBackend() {
      const serving = childrenOf(server.pid ?? 0).filter((id) => /127\.0\.0\.1/.test(titleOf(id)));
      for (const id of serving.slice(0, 1)) signal(id, 'SIGKILL');
      // Until the others are ended the server has not noticed, and answers still.
      while (serving.some(isAlive)) await sleep(5);
      while (!(await answers(port))) await sleep(20);
    },
    restart: start,
    async schema() {
      const name = `test_${randomBytes(6).toString('hex')}`;
      const base = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' };
      const client = new pg.Client(base);
      await client.connect();
      await client.query(`CREATE SCHEMA ${name}`);
      await client.end();
      return { name, config: { ...base, options: `-c search_path=${name}`, connectionTimeoutMillis: 5_000 } };
    },
    async stop() {
      await ended('SIGQUIT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function binaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const bin =
    process.env.PG_BIN ??
    versions.map((v) => join(debian, v, 'bin')).find((b) => existsSync(join(b, 'initdb')));
  if (bin === undefined) {
    throw new Error(
      'No PostgreSQL server here. Run "npm run setup" as root on Debian, or set PG_BIN to its folder.',
    );
  }
  return bin;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. The server ends with us, however we end. */
const AS_POSTGRES = [
  'setpriv',
  ...['--reuid=postgres', '--regid=postgres', '--init-groups', '--pdeathsig', 'SIGQUIT', '--'],
];

async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}

function titleOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function isAlive(id: number): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false;
  }
}

function signal(id: number, name: NodeJS.Signals): void {
  try {
    process.kill(id, name);
  } catch {
    // It has ended by itself.
  }
}
