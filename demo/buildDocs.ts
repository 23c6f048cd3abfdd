import { spawn } from 'node:child_process';

/**
 * Builds the docs beside the open shop, which need not wait for them. What they were built to before is served meanwhile.
 *
 * @returns stops the build.
 */
export function buildDocs(address: string): () => void {
  const started = performance.now();
  let stopped = false;
  const build = spawn('npm', ['run', '--silent', 'docs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Windows knows npm by its command file only: https://nodejs.org/docs/latest-v20.x/api/child_process.html#spawning-bat-and-cmd-files-on-windows
    shell: process.platform === 'win32',
  });
  build.on('error', (error) => console.error(`  The docs could not be built: ${error.message}`));
  build.on('exit', (code) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    if (code === 0) console.log(`  The docs are built (${seconds} s): ${address}`);
    else if (!stopped) console.error('  The docs could not be built: "npm run docs" says why.');
  });
  return () => {
    stopped = true;
    build.kill();
  };
}
