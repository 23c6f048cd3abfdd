import { afterEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { openShop, typed } from '../sandbox/shop.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A terminal whose commands reach a sandbox with one paid order. */
async function withSandbox(): Promise<{ terminal: Terminal; shop: ReturnType<typeof openShop> }> {
  const shop = openShop();
  closers.push(() => shop.close());
  const terminal = openTerminal({
    env: { HPP_SANDBOX_URL: 'http://sandbox.localhost' },
    fetch: (url, init) => shop.sandbox.fetch(url, init),
  });
  const { body } = await shop.create({ OrderReference: 'A-1' });
  await shop.sandbox.page.choose(body.token, typed());
  await shop.sandbox.settle();
  return { terminal, shop };
}

/** The one document of standard output. */
const documentOf = ({ out }: Terminal) => {
  expect(out).toHaveLength(1);
  return JSON.parse(out[0] ?? '');
};

describe('--json', () => {
  it.each([
    ['clock', { now: '2030-01-15T12:00:00.000Z', frozen: true }],
    ['reset', { ok: true }],
    ['resend', { ok: true, notifications: [{ orderReference: 'A-1', state: 'acknowledged' }] }],
    ['resend --since 1h', { ok: true, notifications: [{ orderReference: 'A-1' }] }],
    ['trigger cancelled --callback-url http://localhost:1/n', { transaction: { state: 'cancelled' } }],
  ])('%s prints one document; what people read stands on standard error', async (line, expected) => {
    const { terminal } = await withSandbox();
    expect(await terminal.type(`${line} --json`)).toBe(0);
    expect(documentOf(terminal)).toMatchObject(expected);
    expect(terminal.err.length).toBeGreaterThan(0);
  });

  it('sandbox prints its document as soon as it listens, and none of your own secrets', async () => {
    const env = { HPP_CLIENT_ID: 'mine', HPP_CLIENT_SECRET: 'hush-1', HPP_SIGNATURE_SECRET: 'hush-2' };
    const terminal = openTerminal({ env });
    const done = terminal.type('sandbox --json --port 0');
    await terminal.seen('"inspector"');
    terminal.interrupt();
    expect(await done).toBe(0);
    const { url, credentials } = documentOf(terminal);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(credentials).toEqual({ clientId: 'mine', clientSecret: null, signatureSecret: null });
  });

  it.each([
    ['fly --json', 'usage', /no command "fly"/],
    ['--json', 'usage', /Expected a command/],
    ['clock --json --oops', 'usage', /no option --oops/],
    ['clock --json advance soon', 'usage', /expected a duration/],
    ['clock --json --url http://127.0.0.1:1', 'no_sandbox', /No sandbox answers/],
    ['resend --json nothing --url http://127.0.0.1:1', 'no_sandbox', /No sandbox answers/],
    ['replay --json 1 --handler nowhere.ts', 'no_module', /is missing/],
    ['clock --json --env-file nowhere.env', 'no_env_file', /cannot be read/],
  ])('%s: an error is a document too', async (line, code, message) => {
    const terminal = openTerminal();
    expect(await terminal.type(line)).toBe(code === 'usage' ? 2 : 1);
    expect(documentOf(terminal)).toEqual({ error: { code, message: expect.stringMatching(message) } });
    expect(terminal.err.join('\n')).toMatch(message);
  });

  it.each(COMMANDS)('$name: help and its errors are documents', async ({ name }) => {
    const terminal = openTerminal();
    expect(await terminal.type(`${name} --help --json`)).toBe(0);
    expect(documentOf(terminal)).toEqual({ help: expect.stringMatching(`Usage: hpp-checkout ${name}`) });
    terminal.out.splice(0);
    expect(await terminal.type(`${name} --json --no-such-option`)).toBe(2);
    expect(documentOf(terminal)).toMatchObject({ error: { code: 'usage' } });
  });
});

describe('resend --since', () => {
  it('delivers all that were made since, by the sandbox’s clock', async () => {
    const { terminal, shop } = await withSandbox();
    await terminal.type('clock advance 3h');
    const { body } = await shop.create({ OrderReference: 'A-2' });
    await shop.sandbox.page.choose(body.token, typed());
    await shop.sandbox.settle();
    terminal.out.splice(0);
    expect(await terminal.type('resend --since 1h')).toBe(0);
    expect(terminal.out).toEqual([expect.stringContaining(' A-2 ')]);
    expect(await terminal.type('resend --since 2030-01-15')).toBe(0);
    expect(terminal.out.slice(1).map((line) => line.split(' ')[2])).toEqual(['A-1', 'A-2']);
    expect(await terminal.type('resend --since 2030-01-15 --order A-1')).toBe(0);
    expect(terminal.out.slice(3)).toEqual([expect.stringContaining(' A-1 ')]);
    expect(await terminal.type('resend --since 2031-01-01')).toBe(1);
    expect(terminal.err.at(-1)).toBe('There is no such notification.');
  });
});
