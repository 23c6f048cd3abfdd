/*
 * Loaded before a program (`node --expose-gc --import`): at each SIGUSR2 it collects garbage, and appends to the file that
 * HPP_MEMORY names what is left, in bytes.
 */
import { appendFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

// The optimizing compiler's own work grows for hundreds of payments, and hides a leak (`NO_COMPILER` does the same in the page).
for (const flag of ['--no-opt', '--no-sparkplug']) setFlagsFromString(flag);

process.on('SIGUSR2', () => {
  // The second takes what finalizers have let go in the first.
  for (let times = 0; times < 2; times++) globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  appendFileSync(process.env.HPP_MEMORY, `${JSON.stringify({ heap: heapUsed + external, rss })}\n`);
});
