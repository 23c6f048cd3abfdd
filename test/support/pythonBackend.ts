import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Backend, BackendSettings } from '../contracts/checkoutBackend.ts';
import { failWithChild } from './failWithChild.ts';
import { freePort } from './freePort.ts';

export const pythonExample = fileURLToPath(new URL('../../demo/examples/python', import.meta.url));
/** Leaves no compiled files behind, and holds no line back. */
export const pythonEnv = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1', PYTHONUNBUFFERED: '1' };

/** The example backend in a process of its own. `host` is the one that browser and gateway reach it by. */
export async function startPythonBackend(settings: BackendSettings, host = '127.0.0.1'): Promise<Backend> {
  const data = mkdtempSync(join(tmpdir(), 'hpp-checkout-python-'));
  const port = await freePort();
  const publicUrl = `http://${host}:${port}/checkout`;
  const child = spawn('python3', ['server.py'], {
    cwd: pythonExample,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...pythonEnv,
      HPP_BASE_URL: settings.gatewayUrl,
      HPP_CLIENT_ID: settings.clientId,
      HPP_CLIENT_SECRET: settings.clientSecret,
      HPP_SIGNATURE_SECRET: settings.signatureSecret,
      HPP_TEST: 'true',
      PUBLIC_URL: publicUrl,
      SHOP_ORIGIN: settings.shopOrigin,
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
  failWithChild(child, 'The Python server', () => said.join(''));
  return {
    publicUrl,
    fulfilled: () => fulfilled,
    close: async () => {
      child.kill();
      await once(child, 'exit');
      rmSync(data, { recursive: true, force: true });
    },
  };
}
