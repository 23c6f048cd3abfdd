import type { Io } from './io.ts';

const SOON = 1000;
const AGAIN = 5000;

/** Prints what is being waited for after a second, and then every five. `what` may be a function that returns how far it is. */
export async function withProgress<T>(io: Io, what: string | (() => string), work: Promise<T>): Promise<T> {
  const started = io.now();
  let cancel = () => {};
  const print = () => {
    const seconds = Math.round((io.now() - started) / 1000);
    io.err(`${typeof what === 'string' ? what : what()} … ${seconds} s`);
    cancel = io.after(AGAIN, print);
  };
  cancel = io.after(SOON, print);
  try {
    return await work;
  } finally {
    cancel();
  }
}
