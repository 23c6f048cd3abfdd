#!/usr/bin/env node
import { createInterface } from 'node:readline/promises';
import type { ProcessIo } from './io.ts';
import { run } from './run.ts';

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

const io: ProcessIo = {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  env: process.env,
  cwd: process.cwd(),
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  ...(process.stdin.isTTY && process.stderr.isTTY ? { ask } : {}),
  interrupted: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
};

process.exitCode = await run(process.argv.slice(2), io);
// A merchant's module may hold a connection pool open, or a server: the command is done all the same.
setTimeout(() => process.exit(), 1_000).unref();
