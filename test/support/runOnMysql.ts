/*
 * `npm run test:mysql`: what the other runs ask of MariaDB, asked of MySQL: the store's suite, its server's habits, races and kills.
 * `MYSQL=8.0` and `MYSQL=8.4` take these in place of the newest, `MYSQLD=…` the server of that path.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { fetchMysql } from './fetchMysql.ts';

const MYSQLD = process.env.MYSQLD ?? fetchMysql(process.env.MYSQL);
process.stdout.write(execFileSync(MYSQLD, ['--no-defaults', '--version'], { encoding: 'utf8' }));

const env = {
  HPP_CRASH_KILLS: '200',
  HPP_RACE_ORDERS: '50',
  ...process.env,
  MYSQLD,
};
const FILES = [
  'test/merchant/store/mysql.test.ts',
  'test/merchant/store/mysqlServer.test.ts',
  'test/merchant/session/roundTrips.test.ts',
];
const FAULTS = ['store', 'handlerStoreLink', 'handlerCrash', 'unpaidCrash', 'race'];
const RUNS = [
  ['--project', 'server', ...FILES],
  // Of these only what has its name.
  ['--project', 'fault', '--testNamePattern', 'MySQL', ...FAULTS.map((name) => `test/fault/${name}.test.ts`)],
];
for (const run of RUNS) {
  const { status } = spawnSync('vitest', ['run', ...run], { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
