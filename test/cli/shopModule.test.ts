import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlerHarness } from '../support/handlerHarness.ts';
import { openTerminal } from './terminal.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'cli-module-'));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** The harness's handler, where a module on disk can take it from, as `createCheckoutHandler` would give it. */
const harness = handlerHarness();
Object.assign(globalThis, { shopOfTest: harness.handler });

function write(name: string, code: string): string {
  writeFileSync(join(dir, name), code);
  return name;
}

describe('--handler takes the module that the docs show', () => {
  it.each([
    ['handler alone, as on Your server', 'export const handler = globalThis.shopOfTest;'],
    ['another name', 'export const checkout = globalThis.shopOfTest;'],
    ['the default export', 'export default globalThis.shopOfTest;'],
    ['in the default export', 'export default { handler: globalThis.shopOfTest };'],
    [
      'beside others',
      'export const ready = true; export const list = []; export const h = globalThis.shopOfTest;',
    ],
  ])('%s', async (name, code) => {
    const file = write(`${name.replace(/\W+/g, '-')}.mjs`, code);
    const terminal = openTerminal({ cwd: dir });
    expect(await terminal.type(`reconcile --handler ${file}`)).toBe(0);
    expect(terminal.out.join('\n')).toMatch(/All is clear/);
  });

  it('in TypeScript, with tsx where the project has it', async () => {
    mkdirSync(join(dir, 'node_modules'), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules/tsx'), join(dir, 'node_modules/tsx'));
    write('orders.ts', 'export enum Kind { A = "a" }\nexport const kind: Kind = Kind.A;');
    const file = write(
      'checkout.ts',
      "import { kind } from './orders.js';\nexport const handler: object = (globalThis as any).shopOfTest;\nvoid kind;",
    );
    const terminal = openTerminal({ cwd: dir });
    expect(await terminal.type(`reconcile --handler ${file}`), terminal.err.join('\n')).toBe(0);
  });

  it('with the environment of --env-file, which changes nothing that is set', async () => {
    write('.env', 'SHOP_A=file\nSHOP_B="two words"\n');
    const env = { SHOP_A: 'set' };
    const terminal = openTerminal({ cwd: dir, env });
    const file = write('env.mjs', 'export const handler = globalThis.shopOfTest;');
    expect(await terminal.type(`reconcile --handler ${file} --env-file .env`)).toBe(0);
    expect(env).toEqual({ SHOP_A: 'set', SHOP_B: 'two words' });
  });

  it('though it starts a server on a port that is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const file = write(
      'server.mjs',
      `import { createServer } from 'node:http';
       export const handler = globalThis.shopOfTest;
       const server = createServer();
       await new Promise((done, fail) => server.once('error', fail).listen({ port: ${port}, host: '127.0.0.1' }, done));
       server.unref();`,
    );
    const terminal = openTerminal({ cwd: dir });
    expect(await terminal.type(`reconcile --handler ${file}`), terminal.err.join('\n')).toBe(0);
    taken.close();
  });

  it('says what it exports when there is no handler', async () => {
    const file = write('none.mjs', 'export const app = {}; export const port = 3000;');
    const terminal = openTerminal({ cwd: dir });
    expect(await terminal.type(`reconcile --handler ${file}`)).toBe(1);
    expect(terminal.err[0]).toMatch(/exports no handler, but app, port\. Expected .*export const handler =/);
  });
});

describe('replay --order', () => {
  it('settles every session of the order, oldest first', async () => {
    const shop = handlerHarness();
    Object.assign(globalThis, { shopOfReplay: shop.handler });
    const file = write('replay.mjs', 'export const handler = globalThis.shopOfReplay;');
    const first = await shop.session('A-1');
    shop.gateway.set({ Status: 'Declined' });
    shop.advance(20 * 60_000);
    const second = await shop.session('A-1');
    shop.gateway.pay();
    const terminal = openTerminal({ cwd: dir });
    expect(await terminal.type(`replay --order A-1 --handler ${file} --json`)).toBe(0);
    const { ok, sessions } = JSON.parse(terminal.out[0] ?? '');
    expect(ok).toBe(true);
    expect(sessions).toMatchObject([
      { sessionId: first, now: 'failed' },
      { sessionId: second, now: 'completed' },
    ]);
    expect(await terminal.type(`replay --order B-1 --handler ${file}`)).toBe(1);
    expect(terminal.err.at(-1)).toMatch(/knows no session of an order "B-1" in test mode/);
  });
});
