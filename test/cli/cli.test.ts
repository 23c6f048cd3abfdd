import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { gatewayFromEnv } from '../../src/gateway/gatewayFromEnv.ts';
import { openShop, typed } from '../sandbox/shop.ts';
import { openTerminal } from './terminal.ts';

const NAMES = COMMANDS.map(({ name }) => name);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A port on which nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A sandbox with one paid order, and a terminal whose commands reach it. */
async function harness(options: Parameters<typeof openShop>[0] = {}) {
  const shop = openShop(options);
  closers.push(() => shop.close());
  const terminal = openTerminal({
    env: { HPP_SANDBOX_URL: 'http://sandbox.localhost' },
    fetch: (url, init) => shop.sandbox.fetch(url, init),
  });
  const { body } = await shop.create({ OrderReference: 'A-1' });
  await shop.sandbox.page.choose(body.token, typed());
  await shop.sandbox.settle();
  return { shop, terminal, pspId: String(body.pspid) };
}

describe('hpp-checkout', () => {
  it('says what it can do', async () => {
    const terminal = openTerminal();
    expect(await terminal.type('--help')).toBe(0);
    for (const name of NAMES) {
      expect(terminal.out[0]).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
    expect(await terminal.type('help')).toBe(0);
    expect(terminal.out[1]).toBe(terminal.out[0]);
    expect(await terminal.type('')).toBe(2);
    expect(terminal.err[0]).toContain(terminal.out[0]);
    expect(await terminal.type('--version')).toBe(0);
    expect(terminal.out.at(-1)).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each(COMMANDS)('$name --help tells every option', async ({ name, options }) => {
    const terminal = openTerminal();
    expect(await terminal.type(`${name} --help`)).toBe(0);
    expect(terminal.out[0]).toMatch(new RegExp(`^Usage: hpp-checkout ${name}`));
    for (const option of [...Object.keys(options), 'json', 'env-file', 'help']) {
      expect(terminal.out[0]).toContain(`--${option}`);
    }
    expect(await terminal.type(`help ${name}`)).toBe(0);
    expect(terminal.out[1]).toBe(terminal.out[0]);
  });

  it.each([
    ['fly', /^There is no command "fly"\. Commands: /],
    ['sandbx', /^There is no command "sandbx"\. Did you mean "sandbox"\?/],
    ['help docter', /Did you mean "doctor"\?/],
    ['--jsn', /no command "--jsn"/],
    ['clock --oops', /clock: there is no option --oops\./],
    ['doctor --gatway x', /there is no option --gatway\. Did you mean "--gateway"\?/],
    ['doctor --gateway', /'--gateway <value>' argument missing/],
    ['sandbox --fast=yes', /'--fast' does not take an argument/],
    ['clock advnace 1s', /got "advnace"\. Did you mean "advance"\?/],
    ['clock advance soon', /expected a duration such as 121s, 5m or 30d, got "soon"/],
    ['clock set tomorrow', /expected a time such as .*, got "tomorrow"/],
    ['clock --url localhost:4010', /--url: expected an address/],
    ['trigger proccesed', /Did you mean "processed"\?/],
    ['resend a --order b', /a notification id or --order, not both/],
    ['resend --since soon', /--since: expected a duration such as .*, or a date/],
    ['resend --since 24', /--since: expected a duration/],
    ['replay 1 --order A-1 --handler x.mjs', /one session id, or --order/],
    ['clock advance', /expected a duration/],
    ['clock jump 1', /expected one of advance, set, freeze, run, got "jump"/],
    ['clock freeze now', /expected nothing behind it/],
    ['clock advance 1s 2s', /expected no "2s"/],
    ['trigger', /expected one of processed/],
    ['trigger vanish', /expected one of processed/],
    ['reset everything', /expected no "everything"/],
    ['resend a b', /expected no "b"/],
    ['sandbox --port x', /--port: expected a whole number/],
    ['sandbox --port 70000', /--port: expected a whole number/],
    ['sandbox --clock fast', /--clock: expected one of real, manual, got "fast"/],
    ['sandbox --fast --instant', /one of --fast and --instant/],
    ['sandbox --client-id x', /all three/],
    ['sandbox --public-url nowhere', /--public-url: expected an address/],
    ['doctor --gateway nowhere', /baseUrl: expected/],
    ['reconcile', /expected --handler <file>/],
    ['reconcile now --handler x.mjs', /expected no "now"/],
    [
      'reconcile --handler x.mjs --since 24',
      /--since: expected a duration such as 90m, 24h or 7d, or a date .*, got "24"/,
    ],
    ['reconcile --handler x.mjs --since soon', /--since: expected a duration/],
    ['replay --handler x.mjs', /expected one session id/],
    ['replay 1 2 --handler x.mjs', /expected no "2"/],
    ['replay 1', /expected --handler <file>/],
    ['doctor --timeout 0', /--timeout: expected/],
  ])('%s: exit code 2 and a plain word', async (line, why) => {
    const terminal = openTerminal();
    expect(await terminal.type(line)).toBe(2);
    expect(terminal.err.join('\n')).toMatch(why);
    expect(terminal.err.join('\n')).not.toMatch(/\n\s+at /);
    expect(terminal.out).toEqual([]);
  });
});

describe('hpp-checkout clock, reset, trigger, resend', () => {
  it('clock shows and moves the clock', async () => {
    const { terminal } = await harness();
    expect(await terminal.type('clock')).toBe(0);
    expect(await terminal.type('clock advance 121s')).toBe(0);
    expect(await terminal.type('clock set 2031-01-01T00:00:00Z')).toBe(0);
    expect(terminal.out).toEqual([
      '2030-01-15T12:00:00.000Z (standing still)',
      '2030-01-15T12:02:01.000Z (standing still)',
      '2031-01-01T00:00:00.000Z (standing still)',
    ]);
    expect(await terminal.type('clock run')).toBe(1);
    expect(terminal.err[0]).toMatch(/A manual clock cannot run/);
    expect(await terminal.type('clock advance 99999999999999d')).toBe(1);
    expect(terminal.err[1]).toMatch(/advance: expected a time from .* to 9999-12-31T23:59:59Z/);
    expect(await terminal.type('clock set +275760-09-13T00:00:00Z')).toBe(1);
    expect(terminal.err[2]).toMatch(/set: expected a time from .* to 9999-12-31T23:59:59Z/);
    expect(await terminal.type('clock')).toBe(0);
    expect(terminal.out.at(-1)).toBe('2031-01-01T00:00:00.000Z (standing still)');
  });

  it('reset empties the sandbox', async () => {
    const { terminal, shop } = await harness();
    expect(await terminal.type('reset')).toBe(0);
    expect(shop.sandbox.transactions.list()).toEqual([]);
  });

  it('trigger ends a transaction, or says why it cannot', async () => {
    const { terminal, shop, pspId } = await harness();
    await shop.create({ OrderReference: 'A-2' });
    expect(await terminal.type('trigger declined --order A-2')).toBe(0);
    expect(terminal.out[0]).toMatch(/^\d+ A-2 10\.00 EUR: Declined$/);
    expect(await terminal.type(`trigger cancelled --psp-id ${pspId}`)).toBe(1);
    expect(terminal.err[0]).toMatch(/processed and cannot become cancelled/);
    expect(await terminal.type('trigger processed --callback-url http://localhost:1/n --amount 7.00')).toBe(
      0,
    );
    expect(await terminal.type('trigger processed --order Nobody')).toBe(1);
    expect(terminal.err[1]).toMatch(/no such transaction/);
  });

  it('resend lists, delivers by id and by order, and fails when the merchant does not acknowledge', async () => {
    const { terminal, shop, pspId } = await harness();
    expect(await terminal.type('resend')).toBe(0);
    const id = terminal.out[0]?.split(' ')[0];
    expect(terminal.out[0]).toMatch(
      new RegExp(`^${id} ${pspId} A-1 Processed → .*acknowledged, attempt 1: 200`),
    );
    expect(await terminal.type(`resend ${id}`)).toBe(0);
    expect(await terminal.type('resend --order A-1')).toBe(0);
    expect(shop.received).toHaveLength(3);
    shop.replies.push(new Error('down'));
    expect(await terminal.type(`resend --psp-id ${pspId}`)).toBe(1);
    expect(await terminal.type('resend --order Nobody')).toBe(1);
    expect(await terminal.type('resend nothing')).toBe(1);
    expect(terminal.err.at(-1)).toMatch(/no notification "nothing"/);
  });

  it('need the control token where there is one', async () => {
    const { terminal } = await harness({ control: { token: 'let-me-in' } });
    expect(await terminal.type('clock')).toBe(1);
    expect(terminal.err[0]).toMatch(/control token is missing or wrong/);
    expect(await terminal.type('clock --token let-me-in')).toBe(0);
  });

  it('say what to do when no sandbox answers, or something else does', async () => {
    const nobody = openTerminal();
    expect(await nobody.type(`clock --url http://127.0.0.1:${await deadPort()}`)).toBe(1);
    expect(nobody.err[0]).toMatch(
      /No sandbox answers at http:\/\/127\.0\.0\.1:\d+ \(.*ECONNREFUSED.*\)\. Start one/,
    );
    const other = openTerminal({ fetch: async () => new Response('<h1>Hello</h1>') });
    expect(await other.type('clock')).toBe(1);
    expect(other.err[0]).toMatch(/answered 200, which is not a sandbox/);
  });

  it('tell what they wait for after a second', async () => {
    let answer: (response: Response) => void = () => {};
    const terminal = openTerminal({
      fetch: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const done = terminal.type('reset');
    terminal.pass(999);
    expect(terminal.err).toEqual([]);
    terminal.pass(1);
    terminal.pass(5000);
    expect(terminal.err).toEqual([
      'Waiting for http://127.0.0.1:4010 … 1 s',
      'Waiting for http://127.0.0.1:4010 … 6 s',
    ]);
    answer(Response.json({ done: true }));
    expect(await done).toBe(0);
    terminal.pass(60_000);
    expect(terminal.err).toHaveLength(2);
  });
});

describe('hpp-checkout sandbox', () => {
  it('runs until it is interrupted, tells its address, credentials and cards, and what happens', async () => {
    const terminal = openTerminal();
    const done = terminal.type('sandbox --port 0 --seed 1 --merchant Harbour');
    const greeting = await terminal.seen('Sandbox gateway at');
    expect(greeting).toMatch(/4242 4242 4242 4242 {3}paid/);
    const url = /at (\S+)/.exec(greeting)?.[1] as string;
    const block = greeting.split('\n').filter((line) => /^HPP_\w+=/.test(line));
    const env = Object.fromEntries(block.map((line) => line.split('=')));
    expect(env).toEqual({
      HPP_BASE_URL: url,
      HPP_CLIENT_ID: 'sandbox',
      HPP_CLIENT_SECRET: 'sandbox-secret',
      HPP_SIGNATURE_SECRET: 'sandbox-signature-secret',
      HPP_TEST: 'true',
    });
    expect(gatewayFromEnv({ env }).test).toBe(true);
    const visitor = openTerminal();
    expect(await visitor.type(`trigger processed --url ${url} --callback-url http://127.0.0.1:1/n`)).toBe(0);
    expect(await terminal.seen('transaction.changed')).toMatch(/state=processed/);
    terminal.interrupt();
    expect(await done).toBe(0);
    expect(await visitor.type(`clock --url ${url}`)).toBe(1);
  });

  it("does not print credentials that are the user's own", async () => {
    const env = { HPP_CLIENT_ID: 'mine', HPP_CLIENT_SECRET: 'hush-1', HPP_SIGNATURE_SECRET: 'hush-2' };
    const terminal = openTerminal({ env });
    const done = terminal.type('sandbox --port 0 --quiet');
    const greeting = await terminal.seen('Sandbox gateway at');
    terminal.interrupt();
    expect(await done).toBe(0);
    expect(greeting).toContain('HPP_CLIENT_ID=mine');
    expect(greeting).not.toContain('HPP_CLIENT_SECRET=');
    expect(greeting).not.toContain('hush');
  });

  it('says what to do about a busy port and a folder that is none', async () => {
    const first = openTerminal();
    const done = first.type('sandbox --port 0 --quiet');
    const port = new URL(/at (\S+)/.exec(await first.seen('Sandbox gateway at'))?.[1] as string).port;
    const second = openTerminal();
    expect(await second.type(`sandbox --port ${port}`)).toBe(1);
    expect(second.err[0]).toMatch(`Port ${port} on 127.0.0.1 is in use.`);
    first.interrupt();
    await done;
    expect(await second.type('sandbox --port 0 --dir /dev/null/x')).toBe(1);
    expect(second.err.at(-1)).toMatch(/ENOTDIR|not a directory/);
  });

  it('takes a profile from a file and tells where it differs', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'cli-'));
    closers.push(() => rm(dir, { recursive: true }));
    writeFileSync(join(dir, 'profile.mjs'), "export const profile = { signature: { header: 'X-Sign' } };");
    writeFileSync(join(dir, 'empty.mjs'), 'export const nothing = 1;');
    writeFileSync(join(dir, 'wrong.mjs'), "export default { signature: { header: 'a b' } };");
    const terminal = openTerminal({ cwd: dir });
    const done = terminal.type('sandbox --port 0 --profile profile.mjs');
    expect(await terminal.seen('Sandbox gateway at')).toMatch(/N15 +CHANGED .*signature\.header = "X-Sign"/);
    terminal.interrupt();
    expect(await done).toBe(0);
    expect(await terminal.type('sandbox --profile empty.mjs')).toBe(1);
    expect(terminal.err.at(-1)).toMatch(/exports no profile/);
    expect(await terminal.type('sandbox --profile wrong.mjs')).toBe(1);
    expect(terminal.err.at(-1)).toMatch(/is refused: .*header/);
    expect(await terminal.type('sandbox --profile missing.mjs')).toBe(1);
    expect(terminal.err.at(-1)).toMatch(/"missing\.mjs" is missing/);
  });
});

describe('hpp-checkout doctor', () => {
  async function listening(options: Parameters<typeof openShop>[0] = {}) {
    const shop = openShop(options);
    closers.push(() => shop.close());
    return (await shop.sandbox.listen()).url;
  }
  const clocked = () => openTerminal({ now: () => Date.now() });

  it('finds a sandbox well', async () => {
    const terminal = clocked();
    expect(await terminal.type(`doctor --gateway ${await listening()}`)).toBe(0);
    expect(terminal.out).toEqual([
      expect.stringMatching(/^ok {6}Gateway: http:\/\/127\.0\.0\.1:\d+ answers in \d+ ms\.$/),
      'ok      Credentials: The gateway takes them, and the signature.',
      '',
      'Nothing is wrong that can be seen from here.',
    ]);
  });

  it('tells wrong credentials from a wrong signature', async () => {
    const url = await listening();
    const terminal = clocked();
    expect(await terminal.type(`doctor --gateway ${url} --client-secret wrong`)).toBe(1);
    expect(terminal.out[1]).toMatch(/FAILED {2}Credentials: .*refuses the client id or the client secret/);
    expect(terminal.out.at(-1)).toBe('1 check failed.');
    terminal.out.splice(0);
    expect(await terminal.type(`doctor --gateway ${url} --signature-secret wrong`)).toBe(1);
    expect(terminal.out[1]).toMatch(/FAILED {2}Credentials: .*refuses the signature/);
    expect(terminal.out.join('\n')).not.toMatch(/wrong-|sandbox-secret/);
  });

  it('skips what builds on a check that failed', async () => {
    const terminal = clocked();
    expect(await terminal.type(`doctor --gateway http://127.0.0.1:${await deadPort()} --timeout 500`)).toBe(
      1,
    );
    expect(terminal.out[0]).toMatch(
      /^FAILED {2}Gateway: http:\/\/127\.0\.0\.1:\d+ does not answer: nothing listens there \(.*ECONNREFUSED/,
    );
    expect(terminal.out).toContain('skipped Credentials: until "Gateway" is mended');
  });

  it('warns of a clock that is wrong and of an address that redirects', async () => {
    const url = await listening();
    const late = openTerminal({ now: () => Date.now() + 600_000 });
    expect(await late.type(`doctor --gateway ${url}`)).toBe(1);
    expect(late.out[0]).toMatch(/^FAILED {2}Gateway: .*(599|600|601) s behind/);
    const moved = openTerminal({
      fetch: async () => new Response(null, { status: 301, headers: { Location: 'https://new.example' } }),
    });
    await moved.type(`doctor --gateway ${url}`);
    expect(moved.out[0]).toMatch(/^WARNING Gateway: .*redirects to https:\/\/new\.example/);
  });

  it('prints every open point when asked', async () => {
    const terminal = clocked();
    await terminal.type(`doctor --points --gateway ${await listening()}`);
    const text = terminal.out.join('\n');
    for (let n = 1; n <= 27; n++) expect(text).toMatch(new RegExp(`^N${n} `, 'm'));
    for (let n = 1; n <= 22; n++) expect(text).toMatch(new RegExp(`^G${n} `, 'm'));
  });
});
