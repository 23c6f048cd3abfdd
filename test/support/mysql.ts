import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

/** A server of the tests' own: loopback, free port, own data folder. */
export interface TestMysql {
  readonly port: number;
  /** Connection settings for a new, empty database: each test its own. */
  database(): Promise<mysql.PoolOptions>;
  /** kill -9: the nearest thing to pulling the plug. */
  kill(): Promise<void>;
  /** Ends one connection of a client, if there is one. */
  killConnection(): Promise<void>;
  /** Starts it again after `kill`. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface TestMysqlOptions {
  /** Whether each commit waits for the disk. Only where durability is tested. */
  readonly durable?: boolean;
  /** Settings as `--name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** MariaDB, and MySQL in `npm run test:mysql`, which says where its `mysqld` is. */
const MYSQLD = process.env.MYSQLD;
export const MYSQL_NAME = MYSQLD === undefined ? 'MariaDB' : 'MySQL';

const MARIADB_ONLY = ['--innodb-log-file-size=8M', '--skip-name-resolve'];
const MYSQL_ONLY = ['--skip-log-bin', '--mysqlx=OFF', '--secure-file-priv='];

export async function startMysql({
  durable = false,
  settings = {},
}: TestMysqlOptions = {}): Promise<TestMysql> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-mysql-'));
  const data = join(folder, 'data');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const port = await freePort();
  // Root has to say so; everybody else is who they are.
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const small = [
    // Each its own: a server that starts removes every `#sql…` file in there, also those of one that is at work.
    `--tmpdir=${temporary}`,
    ...(MYSQLD === undefined ? MARIADB_ONLY : MYSQL_ONLY),
    ...(durable ? [] : ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync']),
  ];
  await makeData([`--datadir=${data}`, ...user, ...small]);

  const options = Object.entries({
    'bind-address': '127.0.0.1',
    port: String(port),
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    'max-connections': '200',
    ...settings,
  }).map(([name, value]) => `--${name}=${value}`);
  const base = { host: '127.0.0.1', port, user: 'root' };
  let server: ChildProcess;
  let log = '';
  const start = async (): Promise<void> => {
    const args = ['--no-defaults', `--datadir=${data}`, ...user, ...small, ...options];
    // It ends with us, however we end.
    const program = MYSQLD ?? binary('mariadbd');
    server = spawn('setpriv', ['--pdeathsig', 'KILL', '--', program, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4_000);
    });
    const deadline = performance.now() + 100_000;
    while (!(await answers(base))) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`${MYSQL_NAME} does not start on port ${port}:\n${log}`);
      }
      await sleep(20);
    }
  };
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = once(server, 'exit');
    server.kill('SIGKILL');
    await exit;
  };

  await start();
  return {
    port,
    async database() {
      const name = `test_${randomBytes(6).toString('hex')}`;
      const client = await mysql.createConnection(base);
      await client.query(`CREATE DATABASE ${name}`);
      await client.end();
      return { ...base, database: name, connectTimeout: 5_000 };
    },
    kill,
    async killConnection() {
      const client = await mysql.createConnection(base);
      const [rows] = await client.query<mysql.RowDataPacket[]>(
        "SELECT id FROM information_schema.processlist WHERE user = 'root' AND id <> CONNECTION_ID() LIMIT 1",
      );
      for (const { id } of rows) await client.query(`KILL ${Number(id)}`).catch(() => {});
      client.destroy();
    },
    restart: start,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An empty database, with a root who has no password. */
async function makeData(options: readonly string[]): Promise<void> {
  if (MYSQLD !== undefined) {
    await run(MYSQLD, ['--no-defaults', '--initialize-insecure', ...options]);
    return;
  }
  const plain = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  await run(binary('mariadb-install-db'), ['--no-defaults', ...plain, ...options]);
}

/** In `MARIADB_BIN`, or where Debian has it. */
function binary(name: string): string {
  const folders = [process.env.MARIADB_BIN ?? '', '/usr/sbin', '/usr/bin'];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error(
      'No MariaDB server here. Run "npm run setup" as root on Debian, or set MARIADB_BIN to its folder.',
    );
  }
  return found;
}

async function answers(base: mysql.ConnectionOptions): Promise<boolean> {
  try {
    const client = await mysql.createConnection(base);
    await client.query('SELECT 1');
    client.destroy();
    return true;
  } catch {
    return false;
  }
}
