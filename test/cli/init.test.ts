import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { initProject } from '../../src/cli/init/initProject.ts';
import { readProject } from '../../src/cli/init/project.ts';
import type { Io } from '../../src/cli/io.ts';
import { openTerminal } from './terminal.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A project of these files, and a terminal in it. Objects are written as JSON. */
function projectOf(files: Record<string, string | object> = {}, over: Partial<Io> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-checkout-init-'));
  folders.push(folder);
  const write = (path: string, content: string | object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  const terminal = openTerminal({ cwd: folder, ...over });
  return {
    terminal,
    write,
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
    /** All files, without those of the start. */
    written: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .filter((path) => !(path in files))
        .sort(),
    printed: () => [...terminal.out, ...terminal.err].join('\n'),
  };
}

const uses = (...names: string[]) => ({
  type: 'module',
  dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])),
});

describe('which framework', () => {
  it.each([
    ['nothing at all', {}, 'node:http in JavaScript (no package.json)'],
    ['the package alone', { 'package.json': uses('hpp-checkout') }, 'node:http in JavaScript'],
    ['Express', { 'package.json': uses('express', 'pg') }, 'Express in JavaScript (express in package.json)'],
    ['Fastify', { 'package.json': uses('fastify') }, 'Fastify in JavaScript'],
    ['Hono in TypeScript', { 'package.json': uses('hono'), 'tsconfig.json': {} }, 'Hono in TypeScript'],
    ['Next.js', { 'package.json': uses('next', 'react', 'react-dom') }, 'Next.js in JavaScript'],
    [
      'SvelteKit, a development dependency',
      { 'package.json': { devDependencies: { '@sveltejs/kit': '^2.0.0', vite: '^8.0.0' } } },
      'SvelteKit in JavaScript',
    ],
    ['Vite', { 'package.json': { devDependencies: { vite: '^8.0.0' } } }, 'Vite in JavaScript'],
    [
      'Vite with React',
      { 'package.json': uses('vite', 'react', 'react-dom') },
      'Vite with React in JavaScript',
    ],
  ])('%s', async (_, files, said) => {
    const { terminal, printed } = projectOf(files);
    expect(await terminal.type('init --dry-run')).toBe(0);
    expect(printed()).toContain(said);
  });

  it('two of them: it says which, and how to choose', async () => {
    const { terminal, written } = projectOf({ 'package.json': uses('express', 'vite') });
    expect(await terminal.type('init')).toBe(1);
    expect(terminal.err[0]).toMatch(
      /more than one framework: express and vite\. .*--framework express or vite\./,
    );
    expect(written()).toEqual([]);
    expect(await terminal.type('init --framework vite')).toBe(0);
  });

  it('none that it knows: it says what it saw, and how to choose', async () => {
    const { terminal, written } = projectOf({ 'package.json': uses('koa', 'pg') });
    expect(await terminal.type('init')).toBe(1);
    expect(terminal.err[0]).toMatch(/koa, pg.*--framework node, express, /);
    expect(written()).toEqual([]);
  });

  it('one that nobody knows is a typing error, with the one that was meant', async () => {
    const { terminal } = projectOf();
    expect(await terminal.type('init --framework expres')).toBe(2);
    expect(terminal.err[0]).toMatch(/got "expres"\. Did you mean "express"\?/);
  });

  it('the Pages Router alone is refused before anything is written', async () => {
    const { terminal, written } = projectOf({ 'package.json': uses('next'), 'pages/index.jsx': '' });
    expect(await terminal.type('init')).toBe(1);
    expect(terminal.err[0]).toContain('App Router');
    expect(written()).toEqual([]);
  });

  it.each(['{', '[]', '"x"'])('a package.json of %s is told, and nothing is written', async (text) => {
    const { terminal, written } = projectOf({ 'package.json': text });
    expect(await terminal.type('init')).toBe(1);
    expect(terminal.err[0]).toContain('package.json is not a JSON object');
    expect(written()).toEqual([]);
  });
});

describe('what it writes', () => {
  it('plain node:http: three files and .env', async () => {
    const { terminal, written, read, printed } = projectOf();
    expect(await terminal.type('init')).toBe(0);
    expect(written()).toEqual(['.env', 'checkout.mjs', 'pages.mjs', 'server.mjs']);
    expect(read('server.mjs')).toContain("from './checkout.mjs'");
    expect(read('.env')).toBe(
      [
        '# The gateway: here the sandbox (npx hpp-checkout sandbox), else what your operator gave you.',
        'HPP_BASE_URL=http://127.0.0.1:4010',
        'HPP_CLIENT_ID=sandbox',
        'HPP_CLIENT_SECRET=sandbox-secret',
        'HPP_SIGNATURE_SECRET=sandbox-signature-secret',
        'HPP_TEST=true',
        '',
        '# The address under which browsers and the gateway reach the shop.',
        'PORT=3000',
        'PUBLIC_URL=http://localhost:3000/checkout',
        '',
      ].join('\n'),
    );
    for (const said of [
      'npm install hpp-checkout',
      'npx hpp-checkout sandbox',
      'node --env-file=.env server.mjs',
      'http://localhost:3000',
      '4242 4242 4242 4242: any name, any future date and any CVC will do.',
    ])
      expect(printed()).toContain(said);
  });

  it.each([
    [{ 'package.json': { type: 'module' } }, ['checkout.js', 'pages.js', 'server.js']],
    [{ 'package.json': { type: 'commonjs' } }, ['checkout.mjs', 'pages.mjs', 'server.mjs']],
    [{ 'package.json': { type: 'module' }, 'tsconfig.json': '' }, ['checkout.ts', 'pages.ts', 'server.ts']],
    [{ 'package.json': {}, 'tsconfig.json': '' }, ['checkout.mts', 'pages.mts', 'server.mts']],
    [
      { 'package.json': { type: 'module' }, 'src/x.js': '' },
      ['src/checkout.js', 'src/pages.js', 'src/server.js'],
    ],
  ])('names of files: %j', async (files, names) => {
    const { terminal, written } = projectOf(files);
    expect(await terminal.type('init')).toBe(0);
    expect(written()).toEqual(['.env', ...names]);
  });

  it('JavaScript without a trace of types, TypeScript with them', async () => {
    for (const framework of ['node', 'express', 'fastify', 'hono', 'next', 'sveltekit', 'vite']) {
      const plain = projectOf({ 'package.json': { type: 'module' } });
      await plain.terminal.type(`init --framework ${framework}`);
      for (const path of plain.written()) {
        if (!/\.(jsx?|svelte)$/.test(path)) continue;
        expect(plain.read(path), `${framework} ${path}`).not.toMatch(
          /: (string|unknown|Request|CheckoutHandler)\b|import type|, \}|(?<=\S) {2}[),;]| as unknown|lang="ts"/,
        );
      }
      const typed = projectOf({ 'package.json': { type: 'module' }, 'tsconfig.json': '' });
      await typed.terminal.type(`init --framework ${framework}`);
      expect(typed.written().filter((path) => /\.jsx?$/.test(path))).toEqual([]);
      expect(
        typed
          .written()
          .map((path) => typed.read(path))
          .join(),
      ).toContain('(order: unknown)');
    }
  });

  it('the app folder where the app has it', async () => {
    const { terminal, written } = projectOf({ 'package.json': uses('next'), 'src/app/page.jsx': '' });
    await terminal.type('init');
    expect(written().every((path) => path === '.env' || path.startsWith('src/app/'))).toBe(true);
  });

  it('a store in a file where this runtime can open it', async () => {
    const { read, terminal } = projectOf({ 'package.json': uses('hpp-checkout', 'libsql') });
    await terminal.type('init');
    expect(read('checkout.js')).toContain("sqliteStore('data/checkout.db')");
  });

  it.each(['node', 'next', 'sveltekit', 'vite'])(
    'the store in memory where there is no SQLite (%s)',
    async (framework) => {
      const { terminal, read, written } = projectOf();
      const folder = folders.at(-1) ?? '';
      const io = { out: () => {}, err: () => {}, result: () => {} } as unknown as Io;
      await initProject(readProject(folder, false), { name: framework as 'node', because: '' }, io, {
        isDryRun: false,
        isForced: false,
      });
      const handler = written().find((path) => /(checkout|handler)\.m?js$/.test(path)) ?? '';
      expect(read(handler)).toContain('memoryStore()');
      expect(read(handler)).not.toMatch(/server\/sqlite/);
      expect(terminal.err).toEqual([]);
    },
  );
});

describe('what is there already', () => {
  it('a second run changes nothing', async () => {
    for (const framework of ['node', 'next', 'sveltekit', 'vite']) {
      const { terminal, written, read } = projectOf({
        '.git/HEAD': '',
        'vite.config.js': 'export default defineConfig({\n  plugins: [],\n});\n',
      });
      await terminal.type(`init --force --framework ${framework}`);
      const all = () => written().map((path) => [path, read(path)]);
      const before = all();
      terminal.out.splice(0);
      expect(await terminal.type(`init --force --framework ${framework}`)).toBe(0);
      expect(all()).toEqual(before);
      expect(terminal.out.filter((line) => /^ {2}(new|added|replaced|kept)/.test(line))).toEqual([]);
    }
  });

  it('stays without a terminal, and it is said', async () => {
    const { terminal, read, printed } = projectOf({ 'server.mjs': 'mine' });
    expect(await terminal.type('init')).toBe(0);
    expect(read('server.mjs')).toBe('mine');
    expect(printed()).toMatch(/ kept {2,}server\.mjs/);
    expect(printed()).toContain('server.mjs is yours and stays.');
  });

  it.each([
    ['y', 'replaced'],
    ['YES', 'replaced'],
    ['n', 'kept'],
    ['', 'kept'],
    ['yikes', 'kept'],
  ])('is asked about on a terminal: "%s" means %s', async (answer, outcome) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    const { terminal, read } = projectOf({ 'server.mjs': 'mine' }, { ask });
    await terminal.type('init');
    expect(asked).toEqual(['server.mjs is there and differs. Replace it? [y/N] ']);
    expect(read('server.mjs') === 'mine').toBe(outcome === 'kept');
  });

  it('is replaced by --force, without a question', async () => {
    const ask = () => Promise.reject(new Error('asked'));
    const { terminal, read } = projectOf({ 'server.mjs': 'mine' }, { ask });
    expect(await terminal.type('init --force')).toBe(0);
    expect(read('server.mjs')).toContain('closeOnSignal');
  });

  it('--dry-run prints all of it, asks nothing and writes nothing, with --force too', async () => {
    const ask = () => Promise.reject(new Error('asked'));
    const { terminal, read, written, printed } = projectOf({ 'server.mjs': 'mine' }, { ask });
    expect(await terminal.type('init --dry-run')).toBe(0);
    expect(await terminal.type('init --dry-run --force')).toBe(0);
    expect(read('server.mjs')).toBe('mine');
    expect(written()).toEqual([]);
    for (const part of [
      '--- checkout.mjs (new)',
      'createCheckoutHandler({',
      '--- server.mjs (kept)',
      '--- server.mjs (replaced)',
    ])
      expect(printed()).toContain(part);
  });

  it('.env keeps what it has, and no secret of it is printed', async () => {
    const env = 'SECRET=hush\nPORT=8080';
    const { terminal, read, printed } = projectOf({ '.env': env });
    await terminal.type('init --dry-run');
    await terminal.type('init');
    expect(read('.env').startsWith(`${env}\n`)).toBe(true);
    expect(read('.env')).toContain('HPP_TEST=true');
    expect(read('.env').match(/^PORT=/gm)).toHaveLength(1);
    expect(printed()).not.toContain('hush');
  });

  it("never mixes the sandbox's credentials with a gateway's", async () => {
    const { terminal, read } = projectOf({ '.env': 'HPP_CLIENT_ID=live\n' });
    await terminal.type('init');
    expect(read('.env')).not.toMatch(/sandbox/);
    expect(read('.env')).toContain('PUBLIC_URL=');
  });

  it.each([
    ['new', undefined, '.env\ndata/\n'],
    ['added to', 'dist', 'dist\n.env\ndata/\n'],
    ['covered', '.env*\n/data\n', '.env*\n/data\n'],
  ])('.gitignore is %s', async (_, before, after) => {
    const { terminal, read } = projectOf({
      'package.json': uses('libsql'),
      '.git/HEAD': '',
      ...(before === undefined ? {} : { '.gitignore': before }),
    });
    await terminal.type('init');
    expect(read('.gitignore')).toBe(after);
  });

  it('no .gitignore where there is no git', async () => {
    const { terminal, written } = projectOf();
    await terminal.type('init');
    expect(written()).not.toContain('.gitignore');
  });

  it("Vite's configuration: our lines go into it when asked, and are told where they do not fit", async () => {
    const fits = 'export default defineConfig({\n  plugins: [react()],\n})\n';
    const forced = projectOf({ 'package.json': uses('vite'), 'vite.config.ts': fits, 'tsconfig.json': '' });
    await forced.terminal.type('init --force');
    expect(forced.read('vite.config.ts')).toMatch(
      /defineConfig\(\{\n[\s\S]+strictPort[\s\S]+rollupOptions[\s\S]+ {2}plugins: \[react\(\)\],\n\}\)\n$/,
    );

    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return 'y';
    };
    const agreed = projectOf(
      { 'package.json': uses('vite'), 'vite.config.ts': fits, 'tsconfig.json': '' },
      { ask },
    );
    await agreed.terminal.type('init');
    expect(asked).toEqual([
      'vite.config.ts has to pass requests on to the server. Add the lines for that to it? [y/N] ',
    ]);
    expect(agreed.read('vite.config.ts')).toBe(forced.read('vite.config.ts'));

    const kept = projectOf({ 'package.json': uses('vite'), 'vite.config.ts': fits, 'tsconfig.json': '' });
    await kept.terminal.type('init');
    expect(kept.read('vite.config.ts')).toBe(fits);
    expect(kept.printed()).toMatch(/vite\.config\.ts is yours and stays\. It needs .*:\n[\s\S]+proxy/);

    const other = 'export default { server: {} };\n';
    const strange = projectOf({ 'package.json': uses('vite'), 'vite.config.ts': other, 'tsconfig.json': '' });
    await strange.terminal.type('init --force');
    expect(strange.read('vite.config.ts')).toBe(other);
    expect(strange.printed()).toMatch(/vite\.config\.ts is yours and stays\. It needs .*:\n[\s\S]+proxy/);
  });

  it('a folder in the place of a file is told', async () => {
    const { terminal } = projectOf({ 'server.mjs/x': '' });
    expect(await terminal.type('init')).toBe(1);
    expect(terminal.err[0]).toContain('server.mjs');
  });
});

describe('what comes next', () => {
  it.each([
    ['package-lock.json', 'npm install'],
    ['pnpm-lock.yaml', 'pnpm add'],
    ['yarn.lock', 'yarn add'],
    ['bun.lock', 'bun add'],
  ])('%s: %s', async (lock, add) => {
    const { terminal, printed } = projectOf({
      'package.json': uses('fastify'),
      'tsconfig.json': '',
      [lock]: '',
    });
    await terminal.type('init');
    expect(printed()).toContain(`${add} hpp-checkout @fastify/static`);
    expect(printed()).toContain('tsx @types/node');
  });

  it('installs nothing that is there', async () => {
    const { terminal, printed } = projectOf({ 'package.json': uses('hpp-checkout', 'express') });
    await terminal.type('init');
    expect(printed()).not.toContain('npm install ');
  });

  it('--json tells machines the same', async () => {
    const { terminal } = projectOf({ 'package.json': uses('express') });
    expect(await terminal.type('init --json')).toBe(0);
    expect(JSON.parse(terminal.out.join('\n'))).toMatchObject({
      framework: 'express',
      isDryRun: false,
      files: [{ path: 'checkout.js', state: 'new' }, {}, {}, {}],
      install: ['npm install hpp-checkout'],
      start: ['node --env-file=.env server.js'],
      address: 'http://localhost:3000',
    });
  });
});
