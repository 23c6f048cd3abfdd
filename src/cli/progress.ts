import type { Io } from './io.ts';

const SOON = 1000;
const AGAIN = 5000;

/** Says what is being waited for, once it takes longer than a second, and then every five. A function tells how far it is. */
export async function withProgress<T>(io: Io, what: string | (() => string), work: Promise<T>): Promise<T> {
  const started = io.now();
  let cancel = () => {};
  const say = () => {
    const seconds = Math.round((io.now() - started) / 1000);
    io.err(`${typeof what === 'string' ? what : what()} … ${seconds} s`);
    cancel = io.after(AGAIN, say);
  };
  cancel = io.after(SOON, say);
  try {
    return await work;
  } finally {
    cancel();
  }
}
