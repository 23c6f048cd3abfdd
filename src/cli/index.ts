#!/usr/bin/env node
import type { ProcessIo } from './io.ts';
import { run } from './run.ts';

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
  interrupted: () =>
    new Promise((resolve) => {
      process.once('SIGINT', () => resolve());
      process.once('SIGTERM', () => resolve());
    }),
};

process.exitCode = await run(process.argv.slice(2), io);
// A merchant's module may hold a connection pool open, or a server: the command is done all the same.
setTimeout(() => process.exit(), 1_000).unref();
