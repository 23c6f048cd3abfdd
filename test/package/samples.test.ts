import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import { extractSamples, root, type Sample } from './samples/extract.ts';

/** Inside the package's own folder, so that `hpp-checkout/…` means what was built and packed. */
const folder = join(root, 'test/.artifacts/samples');
const samples = extractSamples();
const of = (...languages: string[]) => samples.filter(({ language }) => languages.includes(language));
const place = ({ page, line }: Sample) => `${page}:${line}`;

/** Each page in a folder of its own; a block without a file name gets one by its line. */
function pathOf({ page, file, language, line }: Sample): string {
  return join(
    folder,
    page.replace(/^demo\/|\.md$/g, '').replaceAll('/', '-'),
    file ?? `line-${line}.${language}`,
  );
}

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const sample of of('ts', 'tsx')) {
    mkdirSync(dirname(pathOf(sample)), { recursive: true });
    const isModule = /^(import|export) /m.test(sample.text);
    writeFileSync(pathOf(sample), `${sample.text}\n${isModule ? '' : 'export {};\n'}`);
  }
  cpSync(join(root, 'test/package/samples/shop.d.ts'), join(folder, 'shop.d.ts'));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable'],
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        types: ['node'],
      },
      include: ['.'],
    }),
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('samples in README and docs', () => {
  it('are there, each with a language', () => {
    expect(samples.length).toBeGreaterThan(50);
    const known = ['ts', 'tsx', 'html', 'css', 'sh', 'json', 'python', 'http', ''];
    expect(samples.filter(({ language }) => !known.includes(language)).map(place)).toEqual([]);
    // A drawing has none; it is told by its arrows.
    expect(
      of('')
        .filter(({ text }) => !/[─▶│]/.test(text))
        .map(place),
    ).toEqual([]);
  });

  it('compile against the package as it was built', () => {
    const { status, stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      {
        encoding: 'utf8',
      },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  });

  for (const sample of of('json')) {
    it(`${place(sample)} is JSON`, () => {
      expect(() => JSON.parse(sample.text)).not.toThrow();
    });
  }

  for (const sample of of('python')) {
    it(`${place(sample)} is Python, and signs as the known answers say`, () => {
      const vectors = readFileSync(join(root, 'test/protocol/gateway/signatureVectors.json'), 'utf8');
      const program = `${sample.text}\nimport json, sys\nprint(json.dumps([sign(v["payload"], v["secret"]) for v in json.load(sys.stdin)]))`;
      const answer = execFileSync('python3', ['-c', program], { input: vectors, encoding: 'utf8' });
      expect(JSON.parse(answer)).toEqual(
        JSON.parse(vectors).map(({ signature }: { signature: string }) => signature),
      );
    });
  }

  const options = readFileSync(join(root, 'src/widget/options.ts'), 'utf8');
  const names = [...options.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name = '']) =>
    name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  for (const sample of of('html')) {
    it(`${place(sample)} uses attributes that are options, and scripts that parse`, () => {
      const given = [...sample.text.matchAll(/\sdata-([\w-]+)/g)].map(([, name = '']) => name);
      const onElement = [
        ...(/<hpp-checkout([^>]*)>/.exec(sample.text)?.[1] ?? '').matchAll(/\s([\w-]+)=/g),
      ].map(([, name = '']) => name);
      expect(
        [...given, ...onElement].filter((name) => name !== 'hpp-checkout' && !names.includes(name)),
      ).toEqual([]);
      for (const [, code = ''] of sample.text.matchAll(/<script>([\s\S]*?)<\/script>/g)) new Script(code);
    });
  }

  it('name commands, options and scripts that exist', () => {
    const lines = of('sh').flatMap((sample) =>
      sample.text
        .replaceAll('\\\n', ' ')
        .split('\n')
        .map((line) => ({ line, at: place(sample) })),
    );
    const helps = new Map<string, string>();
    for (const { line, at } of lines) {
      const command = /npx hpp-checkout (\w+)/.exec(line)?.[1];
      if (command !== undefined) {
        if (!helps.has(command)) {
          const { status, stdout } = spawnSync(
            process.execPath,
            [join(root, 'dist/cli.js'), command, '--help'],
            { encoding: 'utf8' },
          );
          expect([at, command, status]).toEqual([at, command, 0]);
          helps.set(command, stdout);
        }
        for (const [flag] of line.matchAll(/--[\w-]+/g))
          expect([at, helps.get(command)]).toEqual([at, expect.stringContaining(flag)]);
      }
      for (const [, script = ''] of line.matchAll(/npm run ([\w:-]+)/g))
        expect([at, Object.keys(manifest.scripts)]).toEqual([at, expect.arrayContaining([script])]);
    }
    expect([...helps.keys()]).toEqual(expect.arrayContaining(['sandbox', 'doctor', 'clock']));
  });
});

/** Runs a sample as a merchant would, on what was built. */
function runSample(path: string, env: Record<string, string>) {
  return spawn(process.execPath, ['--no-warnings', '--import', import.meta.resolve('tsx'), path], {
    cwd: dirname(path),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
}

describe('the server samples run', () => {
  const sandbox = createSandbox();
  let gatewayUrl = '';
  beforeAll(async () => {
    gatewayUrl = (await sandbox.listen()).url;
  });
  afterAll(() => sandbox.close());

  for (const framework of ['http.ts', 'express.ts', 'fastify.ts', 'hono.ts']) {
    it(`${framework} opens a session, and refuses a forged notification`, async () => {
      const sample = samples.find(({ page, file }) => page === 'demo/docs/server.md' && file === framework);
      if (sample === undefined) throw new Error(`server.md has no ${framework}.`);
      const port = await freePort();
      const path = pathOf(sample);
      writeFileSync(path, sample.text.replace('3000', String(port)));
      rmSync(join(dirname(path), 'data'), { recursive: true, force: true });
      const url = `http://127.0.0.1:${port}/checkout`;
      const { clientId, clientSecret, signatureSecret } = sandbox.credentials;
      const child = runSample(path, {
        GATEWAY_URL: gatewayUrl,
        CLIENT_ID: clientId,
        CLIENT_SECRET: clientSecret,
        SIGNATURE_SECRET: signatureSecret,
        PUBLIC_URL: url,
      });
      const said: string[] = [];
      child.stderr.on('data', (text: Buffer) => said.push(String(text)));
      try {
        await until(async () => {
          if (child.exitCode !== null) throw new Error(said.join(''));
          return (await fetch(`${url}/health`).catch(() => null))?.ok === true;
        }, 60_000);
        const reply = await fetch(`${url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ order: 'A-1001', reason: 'open' }),
        });
        expect([reply.status, await reply.json()]).toEqual([
          201,
          expect.objectContaining({ redirectUrl: expect.stringContaining(gatewayUrl) }),
        ]);
        const callBack = sandbox.transactions.list().at(-1)?.callBackUrl ?? '';
        const forged = await fetch(callBack, {
          method: 'POST',
          headers: { 'content-type': 'application/json', signature: 'Zm9yZ2Vk' },
          body: JSON.stringify({
            PspId: '1',
            Status: 'Processed',
            OrderReference: 'A-1001',
            UniqueReference: 'x',
            Amount: '49.90',
            Currency: 'EUR',
          }),
        });
        expect(forged.status).toBe(401);
      } finally {
        child.kill('SIGKILL');
        if (child.exitCode === null) await once(child, 'exit');
      }
    });
  }

  it('the sandbox test of the docs pays its order', async () => {
    const sample = samples.find(({ file }) => file === 'sandbox-test.ts');
    if (sample === undefined) throw new Error('sandbox.md has no sandbox-test.ts.');
    const child = runSample(pathOf(sample), {});
    const out: string[] = [];
    const said: string[] = [];
    child.stdout.on('data', (text: Buffer) => out.push(String(text)));
    child.stderr.on('data', (text: Buffer) => said.push(String(text)));
    const [code] = await once(child, 'exit');
    expect([code, code === 0 ? '' : said.join('')]).toEqual([0, '']);
    expect(out.join('')).toContain("completed [ 'A-1001' ]");
  });
});
