import type { IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serve } from '../../support/serve.ts';
import { openTerminal } from '../terminal.ts';

/*
 * A server that is no gateway writes down what it is sent. Whoever gets a shop's credentials can pay in its name, so they
 * go to no address that was not named, and in the open only where that was said.
 */

const OWN = {
  HPP_CLIENT_ID: 'live-shop',
  HPP_CLIENT_SECRET: 'live-secret',
  HPP_SIGNATURE_SECRET: 'live-signing',
};
const BASIC = `Basic ${Buffer.from('live-shop:live-secret').toString('base64')}`;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closers.splice(0)) await close();
});

/** A server that remembers headers, and answers by a redirect where it is told one. */
async function recorder(location?: string) {
  const seen: IncomingHttpHeaders[] = [];
  const server = await serve((request, response) => {
    seen.push(request.headers);
    response.writeHead(location === undefined ? 404 : 307, location === undefined ? {} : { location });
    response.end();
  });
  closers.push(server.close);
  const sent = () => seen.map(({ authorization }) => authorization).filter((each) => each !== undefined);
  return { url: `http://127.0.0.1:${server.port}`, seen, sent };
}

/** A terminal on a network where any name leads to the recorder. */
function terminalWith(env: Record<string, string>) {
  return openTerminal({
    env,
    now: () => Date.now(),
    fetch: async (url, init) =>
      url.startsWith('http://127.0.0.1') ? fetch(url, init) : new Response(null, { status: 404 }),
  });
}

describe('the shop’s credentials', () => {
  it('are not sent to a sandbox that was only guessed', async () => {
    const { url, seen, sent } = await recorder();
    const terminal = terminalWith({ ...OWN, HPP_SANDBOX_URL: url });
    expect(await terminal.type('doctor')).toBe(0);
    expect(seen.length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
    expect(terminal.out.join('\n')).toMatch(/WARNING Credentials: .*not sent to http/);
    expect(terminal.out.join('\n')).toContain('--gateway');
  });

  it('are not sent there when they stand in the command line, either', async () => {
    const { url, sent } = await recorder();
    const terminal = terminalWith({ HPP_SANDBOX_URL: url });
    await terminal.type('doctor --client-id live-shop --client-secret live-secret');
    expect(sent()).toEqual([]);
  });

  it('are sent to a gateway that was named', async () => {
    const { url, sent } = await recorder();
    await terminalWith(OWN).type(`doctor --gateway ${url}`);
    await terminalWith({ ...OWN, HPP_BASE_URL: url }).type('doctor');
    expect(sent()).toEqual([BASIC, BASIC]);
  });

  it('do not follow a redirect of that gateway', async () => {
    const elsewhere = await recorder();
    const { url, sent } = await recorder(`${elsewhere.url}/stolen`);
    await terminalWith(OWN).type(`doctor --gateway ${url}`);
    expect(sent()).toEqual([BASIC]);
    expect(elsewhere.seen).toEqual([]);
  });

  it('are not sent to the shop’s own installation', async () => {
    const { url, seen, sent } = await recorder();
    await terminalWith(OWN).type(`doctor --url ${url}/checkout --page ${url}/basket --order A-1`);
    expect(seen.length).toBeGreaterThan(0);
    expect(sent()).toEqual([]);
  });

  describe('over http to another machine', () => {
    it('are not sent, and the doctor says why', async () => {
      const proxy = await recorder();
      vi.stubEnv('http_proxy', proxy.url);
      const terminal = terminalWith(OWN);
      expect(await terminal.type('doctor --gateway http://gateway.example')).toBe(1);
      expect(proxy.seen).toEqual([]);
      expect(terminal.out.join('\n')).toMatch(/FAILED {2}Credentials: .*is not https/);
      expect(terminal.out.join('\n')).not.toContain('live-secret');
    });

    it('are sent with --allow-http', async () => {
      const proxy = await recorder();
      vi.stubEnv('http_proxy', proxy.url);
      await terminalWith(OWN).type('doctor --allow-http --gateway http://gateway.example');
      expect(proxy.sent()).toEqual([BASIC]);
    });
  });

  it('a sandbox’s are no secret: they are sent where a sandbox may be', async () => {
    const { url, sent } = await recorder();
    const proxy = await recorder();
    vi.stubEnv('http_proxy', proxy.url);
    await terminalWith({ HPP_SANDBOX_URL: url }).type('doctor');
    await terminalWith({}).type('doctor --gateway http://sandbox:4010');
    const basic = `Basic ${Buffer.from('sandbox:sandbox-secret').toString('base64')}`;
    expect([...sent(), ...proxy.sent()]).toEqual([basic, basic]);
  });
});
