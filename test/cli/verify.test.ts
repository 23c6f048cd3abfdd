import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readOrders } from '../../src/cli/verify/orders.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/freePort.ts';
import { pythonEnv, pythonExample } from '../support/pythonBackend.ts';
import { openTerminal } from './terminal.ts';

/** A terminal whose clock is the real one, in the folder of the Python example. */
function terminal(env: Record<string, string> = {}) {
  return openTerminal({
    now: () => Date.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    cwd: pythonExample,
    env: { ...pythonEnv, ...env },
  });
}

describe('verify', () => {
  it('starts a backend with its own command, leads it to a sandbox, and ends it', async () => {
    const data = mkdtempSync(join(tmpdir(), 'hpp-checkout-verify-'));
    const url = `http://127.0.0.1:${await freePort()}/checkout`;
    const { type, out, err } = terminal({ DATABASE: join(data, 'checkout.sqlite') });
    const rules = '--rule payment-is-told --rule order-is-fulfilled-once --rule shops-own-page-may-ask';
    const code = await type(
      `verify ${url} --port 0 --origin http://shop.localhost:3000 ${rules} -- python3 server.py`,
    );
    rmSync(data, { recursive: true });
    expect([code, err.join('\n')]).toEqual([0, expect.stringContaining('listening on')]);
    expect(out).toEqual([
      'Other sites',
      '  pass  shops-own-page-may-ask',
      'The outcome',
      '  pass  payment-is-told',
      '  skip  order-is-fulfilled-once',
      '        say where fulfilments are seen, with --fulfilled',
      '\n2 rules hold, 1 skipped.',
    ]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('says which variables the backend lacks, when it uses another gateway', async () => {
    const other = createSandbox();
    const { url: gateway } = await other.listen();
    const data = mkdtempSync(join(tmpdir(), 'hpp-checkout-verify-'));
    const url = `http://127.0.0.1:${await freePort()}/checkout`;
    const { type, err } = terminal({ DATABASE: join(data, 'checkout.sqlite') });
    const code = await type(`verify ${url} --port 0 -- env HPP_BASE_URL=${gateway} python3 server.py`);
    await other.close();
    rmSync(data, { recursive: true });
    expect(code).toBe(1);
    expect(err.at(-1)).toMatch(/expected a page that http:\/\/127\.0\.0\.1:\d+ has made, saw redirectUrl/);
    expect(err.at(-1)).toContain('HPP_BASE_URL=http://127.0.0.1:');
  });

  it('ends with 1 where no page can be opened at all', async () => {
    const sandbox = createSandbox();
    const { url } = await sandbox.listen();
    const { type, out } = openTerminal({ now: () => Date.now() });
    // A sandbox is a server, and no backend.
    expect(await type(`verify ${url} --port 0 --json`)).toBe(1);
    await sandbox.close();
    expect(JSON.parse(out.join('\n')).error.message).toContain('No payment page can be opened');
  });

  it.each([
    ['verify', 'expected the backend’s address'],
    ['verify nowhere', 'expected the backend’s address'],
    ['verify http://127.0.0.1:1 --order A-1', 'expected 20 orders or more, got 1'],
    ['verify http://127.0.0.1:1 --order A-9..A-1', 'expected a range such as A-1001..A-1040'],
    ['verify http://127.0.0.1:1 --order {', 'expected a text or JSON'],
    ['verify http://127.0.0.1:1 --rule nothing', 'there is no "nothing"'],
    ['verify http://127.0.0.1:1 --origin shop.example', 'expected an origin'],
    ['verify http://127.0.0.1:1 --price 49.90', 'expected a sum and a currency'],
    ['verify http://127.0.0.1:1 --sandbox here', 'expected an address'],
  ])('refuses "%s"', async (line, message) => {
    const { type, err } = openTerminal();
    expect([await type(line), err.join('\n').replaceAll("'", '’')]).toEqual([
      2,
      expect.stringContaining(message),
    ]);
  });

  it('says what to do when its port is taken', async () => {
    const sandbox = createSandbox();
    const { port } = await sandbox.listen();
    const { type, err } = openTerminal();
    expect(await type(`verify http://127.0.0.1:1/checkout --port ${port}`)).toBe(1);
    await sandbox.close();
    expect(err.join('\n')).toContain(`--sandbox http://127.0.0.1:${port}`);
  });
});

describe('orders as they are typed', () => {
  it('are ranges, JSON and texts', () => {
    expect(readOrders(['A-098..A-101', '{"basket":7}', '1001', 'B..'])).toEqual([
      'A-098',
      'A-099',
      'A-100',
      'A-101',
      { basket: 7 },
      '1001',
      'B..',
    ]);
  });
});
