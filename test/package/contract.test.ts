import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { failWithChild } from '../support/failWithChild.ts';

const root = resolve(import.meta.dirname, '../..');
const bin = (path: string) => resolve(root, path);

let sandbox: ChildProcess | undefined;
afterEach(() => sandbox?.kill());

/** `npx hpp-checkout sandbox`, once it says where it listens. */
function startSandbox(
  secrets: Record<'clientId' | 'clientSecret' | 'signatureSecret', string>,
): Promise<string> {
  const { clientId, clientSecret, signatureSecret } = secrets;
  const own = [
    '--client-id',
    clientId,
    '--client-secret',
    clientSecret,
    '--signature-secret',
    signatureSecret,
  ];
  sandbox = spawn(
    process.execPath,
    [bin('dist/cli.js'), 'sandbox', '--port', '0', '--saq-d', '--quiet', ...own],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  failWithChild(sandbox, 'The sandbox', () => said);
  return new Promise((found, failed) => {
    const hear = (chunk: unknown) => {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) found(url);
    };
    sandbox?.stdout?.on('data', hear);
    sandbox?.stderr?.on('data', hear);
    sandbox?.once('exit', (code) => failed(new Error(`The sandbox ended with ${code}: ${said}`)));
  });
}

it('the gateway contract holds at an endpoint that environment variables name', async () => {
  const secrets = { clientId: 'own-shop', clientSecret: 'own secret', signatureSecret: 'own signing secret' };
  const url = await startSandbox(secrets);
  const run = (over: Record<string, string> = {}) =>
    promisify(execFile)(
      process.execPath,
      [
        bin('node_modules/vitest/vitest.mjs'),
        ...['run', '--project', 'server', 'test/contracts/gateway.test.ts', '--reporter', 'json'],
        ...['-t', `gateway contract: ${url}`],
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          CONTRACT_BASE_URL: url,
          CONTRACT_CLIENT_ID: secrets.clientId,
          CONTRACT_CLIENT_SECRET: secrets.clientSecret,
          CONTRACT_SIGNATURE_SECRET: secrets.signatureSecret,
          ...over,
        },
      },
    );
  const report = JSON.parse((await run()).stdout);
  expect(report.success).toBe(true);
  expect(report.numFailedTests).toBe(0);
  expect(report.numPassedTests).toBeGreaterThanOrEqual(10);

  // It asks there indeed: with another's secret it fails.
  const refused = await run({ CONTRACT_SIGNATURE_SECRET: 'wrong' }).catch((error) => error);
  expect(JSON.parse(refused.stdout).numFailedTests).toBeGreaterThan(5);
});
