import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Peer } from './contenders.ts';

const folder = fileURLToPath(new URL('../../../node_modules/.cache/peers/', import.meta.url));

/** The peer's script as published. Downloaded once, outside of the dependencies: none of its own code is installed or run here. */
export function scriptOfPeer({ package: name, version, file }: Peer): string {
  const target = join(folder, `${name.replace(/\W+/g, '-')}-${version}`);
  if (!existsSync(join(target, file))) {
    mkdirSync(target, { recursive: true });
    const packed = execFileSync('npm', ['pack', '--silent', '--ignore-scripts', `${name}@${version}`], {
      cwd: target,
      encoding: 'utf8',
    });
    execFileSync('tar', ['-xzf', packed.trim().split('\n').at(-1) as string, '--strip-components=1'], {
      cwd: target,
    });
  }
  return readFileSync(join(target, file), 'utf8');
}
