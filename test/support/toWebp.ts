import { spawnSync } from 'node:child_process';

/** `cwebp`, a picture for the docs. */
export function toWebp(png: string, file: string): void {
  run('cwebp', ['-quiet', '-q', '70', '-m', '6', png, '-o', file]);
}

/** A program of Debian's package "webp". */
export function run(command: string, args: readonly string[]): void {
  const { error, status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error !== undefined)
    throw new Error(
      `${command} is not installed; Debian has it in "webp", which \`npm run setup\` installs.`,
      { cause: error },
    );
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${stderr}`);
}
