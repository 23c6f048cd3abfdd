import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

/** A MariaDB server of the tests' own: loopback, free port, own data folder. */
export interface TestMariaDb {
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

export interface TestMariaDbOptions {
  /** Whether each commit waits for the disk. Only where durability is tested. */
  readonly durable?: boolean;
  /** Settings as `--name=value`. */
  readonly settings?: Readonly<Record<string, string>>;
}

export async function startMariaDb({
  durable = false,
  settings = {},
}: TestMariaDbOptions = {}): Promise<TestMariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-maria-'));
  const data = join(folder, 'data');
  const port = await freePort();
  // Root has to say so; everybody else is who they are.
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  const small = [
    '--innodb-log-file-size=8M',
    ...(durable ? [] : ['--innodb-flush-log-at-trx-commit=0', '--innodb-flush-method=nosync']),
  ];
  await run(binary('mariadb-install-db'), [
    ...['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    ...[...user, ...small],
  ]);

  const options = Object.entries({
    'bind-address': '127.0.0.1',
    port: String(port),
    socket: join(folder, 'socket'),
    'pid-file': join(folder, 'pid'),
    'max-connections': '200',
    'skip-name-resolve': '1',
    ...settings,
  }).map(([name, value]) => `--${name}=${value}`);
  const base = { host: '127.0.0.1', port, user: 'root' };
  let server: ChildProcess;
  let log = '';
  const start = async (): Promise<void> => {
    const args = ['--no-defaults', `--datadir=${data}`, ...options, ...user, ...small];
    // It ends with us, however we end.
    server = spawn('setpriv', ['--pdeathsig', 'KILL', '--', binary('mariadbd'), ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    server.stderr?.on('data', (chunk) => {
      log = `${log}${chunk}`.slice(-4_000);
    });
    const deadline = performance.now() + 30_000;
    while (!(await answers(base))) {
      if (server.exitCode !== null || performance.now() > deadline) {
        throw new Error(`MariaDB does not start on port ${port}:\n${log}`);
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
