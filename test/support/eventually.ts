import { expect } from 'vitest';

/** For what a page comes to by itself: asks until it is so. */
export const eventually = <T>(read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> =>
  expect.poll(read, { timeout: 10_000 });
