import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';

/** Runs a sample as a merchant would, on what was built. */
export function startSample(path: string, env: Record<string, string>) {
  return spawn(process.execPath, ['--no-warnings', '--import', import.meta.resolve('tsx'), path], {
    cwd: dirname(path),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
}

/** Runs one to its end. */
export async function runSample(
  path: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = startSample(path, {});
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => {
    stdout += text;
  });
  child.stderr.on('data', (text: Buffer) => {
    stderr += text;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
