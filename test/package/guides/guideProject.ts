import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { failWithChild } from '../../support/failWithChild.ts';
import { freePort } from '../../support/freePort.ts';
import { until } from '../../support/until.ts';
import { fromNpm } from '../runtimes/fromNpm.ts';
import { packPackage } from '../runtimes/packPackage.ts';
import { extractSamples } from '../samples/extract.ts';
import type { Framework } from './frameworks.ts';

const NODE = '24.9.0';
const INSTALL_MS = 300_000;

/** A shop that runs. */
export interface RunningShop {
  url: string;
  /** All that it has printed. */
  output(): string;
  /** SIGTERM; resolves when the process has ended. */
  terminate(): Promise<void>;
  kill(): void;
}

/** A new project as the guide describes it, outside this repository: installed, checked and built. */
export async function guideProject(framework: Framework) {
  const folder = mkdtempSync(join(tmpdir(), `hpp-checkout-${framework.name}-`));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    return { ...(await build(framework, folder)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function build(framework: Framework, folder: string) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  };
  write('package.json', '{"name":"shop","private":true,"type":"module"}');
  for (const [path, text] of Object.entries(framework.files)) write(path, text);
  for (const { page, file, text } of extractSamples())
    if (page === `demo/docs/${framework.name}.md` && file !== null) write(file, text);

  const node = join(fromNpm(`node-${NODE}`, `node@${NODE}`), 'node_modules/node/bin/node');
  const env = { PATH: `${dirname(node)}:${process.env.PATH}`, HOME: folder, CI: '1' };
  const run = promisify(execFile);
  const { tarball } = packPackage(folder);
  await run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, ...framework.packages],
    {
      cwd: folder,
      timeout: INSTALL_MS,
      // With npm's own cache, so that the second run needs no network.
      env: { ...process.env },
    },
  );
  for (const [program = '', ...args] of framework.build)
    await run(node, [join('node_modules', program), ...args], {
      cwd: folder,
      env,
      timeout: INSTALL_MS,
    }).catch(({ stdout, stderr }) => {
      throw new Error(`${program} ${args.join(' ')}:\n${stdout}${stderr}`);
    });

  return {
    async start(gateway: Record<string, string>): Promise<RunningShop> {
      const port = await freePort();
      const url = `http://127.0.0.1:${port}`;
      const child = spawn(node, ['--no-warnings', ...framework.start], {
        cwd: folder,
        env: {
          ...env,
          ...gateway,
          ...framework.env?.(port),
          PORT: String(port),
          PUBLIC_URL: `${url}/checkout`,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const exited = once(child, 'exit');
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => {
          output += text;
        });
      const mayEnd = failWithChild(child, `The shop on ${framework.start.join(' ')}`, () => output);
      const shop = {
        url,
        output: () => output,
        kill() {
          mayEnd();
          child.kill('SIGKILL');
        },
        async terminate() {
          mayEnd();
          child.kill('SIGTERM');
          await exited;
        },
      };
      await until(async () => {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`);
        return (await fetch(`${url}/checkout/health`).catch(() => null))?.ok === true;
      }).catch((error) => {
        shop.kill();
        throw new Error(`${error}\n${output}`);
      });
      return shop;
    },
  };
}
