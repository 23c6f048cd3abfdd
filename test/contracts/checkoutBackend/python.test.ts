import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import vectors from '../../protocol/gateway/signatureVectors.json' with { type: 'json' };
import { freePort } from '../../support/freePort.ts';
import { checkoutBackendContract } from '../checkoutBackend.ts';

const folder = fileURLToPath(new URL('../../../demo/examples/python', import.meta.url));
const quiet = { PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' };

checkoutBackendContract(
  'the Python example',
  async ({ gatewayUrl, clientId, clientSecret, signatureSecret, shopOrigin }) => {
    const data = mkdtempSync(join(tmpdir(), 'hpp-checkout-python-'));
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}/checkout`;
    const child = spawn('python3', ['server.py'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        ...quiet,
        GATEWAY_URL: gatewayUrl,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        SIGNATURE_SECRET: signatureSecret,
        PUBLIC_URL: publicUrl,
        SHOP_ORIGIN: shopOrigin,
        PORT: String(port),
        DATABASE: join(data, 'checkout.sqlite'),
      },
    });
    const said: string[] = [];
    child.stderr.on('data', (text: Buffer) => said.push(String(text)));
    const fulfilled: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`The Python server did not start: ${said.join('')}`)));
      createInterface(child.stdout).on('line', (line) => {
        if (line.startsWith('listening')) resolve();
        const paid = /^paid (\S+)/.exec(line)?.[1];
        if (paid !== undefined) fulfilled.push(paid);
      });
    });
    return {
      publicUrl,
      fulfilled: () => fulfilled,
      close: async () => {
        child.kill();
        await once(child, 'exit');
        rmSync(data, { recursive: true, force: true });
      },
    };
  },
);

describe('the Python example', () => {
  it('signs as the known answers say (N16)', () => {
    const program =
      'import json,sys,gateway\nprint(json.dumps([gateway.sign(v["payload"], v["secret"]) for v in json.load(sys.stdin)]))';
    const answer = execFileSync('python3', ['-c', program], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...quiet },
      input: JSON.stringify(vectors),
      encoding: 'utf8',
    });
    expect(JSON.parse(answer)).toEqual(vectors.map(({ signature }) => signature));
  });
});
