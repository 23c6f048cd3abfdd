import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { preprocessCSS, resolveConfig } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createSandbox } from '../../src/sandbox/index.ts';
import { failWithChild } from '../support/failWithChild.ts';
import { freePort } from '../support/freePort.ts';
import { until } from '../support/until.ts';
import { isOfFramework } from './guides/frameworks.ts';
import { extractSamples, root, type Sample } from './samples/extract.ts';
import { openNames } from './samples/fragments.ts';
import { runSample, startSample } from './samples/runSample.ts';
import { DRIVERS, sampleProject } from './samples/sampleProject.ts';

const samples = extractSamples();
const of = (...languages: string[]) => samples.filter(({ language }) => languages.includes(language));
const place = ({ page, line }: Sample) => `${page}:${line}`;
/** What a framework compiles is compiled and paid by that framework: guides.test.ts. */
const scripts = of('ts', 'tsx').filter((sample) => !isOfFramework(sample));

let project: ReturnType<typeof sampleProject>;
beforeAll(() => {
  project = sampleProject(scripts);
}, 200_000);
afterAll(() => project?.remove());

describe('samples in README and docs', () => {
  it('are there, each with a language', () => {
    expect(samples.length).toBeGreaterThan(50);
    const known = [
      'ts',
      'tsx',
      'js',
      'ini',
      'text',
      'html',
      'css',
      'sh',
      'json',
      'python',
      'http',
      'yaml',
      'vue',
      'svelte',
      'astro',
      'swift',
      'kotlin',
      '',
    ];
    expect(samples.filter(({ language }) => !known.includes(language)).map(place)).toEqual([]);
    // A drawing has none; it is told by its arrows.
    expect(
      of('')
        .filter(({ text }) => !/[─▶│]/.test(text))
        .map(place),
    ).toEqual([]);
  });

  it.each(['node', 'next'])('compile outside the repository, with the strict settings of %s', (name) => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, '-p', join(project.folder, name), '--pretty', 'false'],
      { encoding: 'utf8' },
    );
    expect(stdout.trim().split('\n')).toEqual(['']);
    expect(status).toBe(0);
  });

  it('say on their page whose a name is that they leave open', () => {
    const unsaid = scripts.flatMap((sample) => {
      const prose = readFileSync(join(root, sample.page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
      return openNames(sample)
        .filter((name) => !prose.includes(`\`${name}\``))
        .map((name) => `${place(sample)} ${name}`);
    });
    expect(unsaid).toEqual([]);
  });

  it('in CSS parse, and in a shell', async () => {
    const config = await resolveConfig({ configFile: false }, 'build');
    for (const sample of of('css')) await preprocessCSS(sample.text, `${place(sample)}.css`, config);
    for (const sample of of('sh')) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: sample.text, encoding: 'utf8' });
      expect([place(sample), stderr, status]).toEqual([place(sample), '', 0]);
    }
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
    const lines = of('sh', 'yaml').flatMap((sample) =>
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
      const path = project.pathOf(sample);
      writeFileSync(path, sample.text.replace('3000', String(port)));
      rmSync(join(dirname(path), 'data'), { recursive: true, force: true });
      const url = `http://127.0.0.1:${port}/checkout`;
      const { clientId, clientSecret, signatureSecret } = sandbox.credentials;
      const child = startSample(path, {
        HPP_BASE_URL: gatewayUrl,
        HPP_CLIENT_ID: clientId,
        HPP_CLIENT_SECRET: clientSecret,
        HPP_SIGNATURE_SECRET: signatureSecret,
        HPP_TEST: 'true',
        PUBLIC_URL: url,
      });
      const said: string[] = [];
      child.stderr.on('data', (text: Buffer) => said.push(String(text)));
      failWithChild(child, path, () => said.join(''));
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
    const { code, stdout, stderr } = await runSample(project.pathOf(sample));
    if (code !== 0) throw new Error(stderr);
    expect(stdout).toContain("completed [ 'A-1001' ]");
  });
});

/** A driver ends with an error where the samples of its page do not do what the page says. */
describe('the samples of a guide do what it says', () => {
  it.each(readdirSync(DRIVERS))('%s', async (name) => {
    const { code, stdout, stderr } = await runSample(project.drivers.get(name) ?? '');
    if (code !== 0) throw new Error(`${stdout}${stderr}`);
  });
});
