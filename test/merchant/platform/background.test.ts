import { describe, expect, it, vi } from 'vitest';
import { type Background, createBackground } from '../../../src/merchant/platform/background.ts';

const failures = { succeeded: vi.fn(), failed: vi.fn() };
const settled = () => new Promise(setImmediate);

function deferred() {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((onEnd, onError) => {
    resolve = onEnd;
    reject = onError;
  });
  return { promise, resolve, reject };
}

async function hasEnded(promise: Promise<unknown> | null): Promise<boolean> {
  let ended = promise === null;
  void promise?.then(() => {
    ended = true;
  });
  await settled();
  return ended;
}

describe('createBackground', () => {
  it('waits for all that runs when it is asked, in any order of their ends, and for nothing that comes later', async () => {
    const background = createBackground(failures);
    expect(background.running()).toBeNull();
    const [one, two, later] = [deferred(), deferred(), deferred()];
    background.run('one', one.promise);
    background.run('two', two.promise);
    const work = background.running();
    background.run('later', later.promise);
    two.resolve();
    expect(await hasEnded(work)).toBe(false);
    one.resolve();
    expect(await hasEnded(work)).toBe(true);
    expect(await hasEnded(background.running())).toBe(false);
    later.resolve();
    await background.drain();
    expect(background.running()).toBeNull();
  });

  it('drains what is added while it waits, and tells failures without failing itself', async () => {
    const background: Background = createBackground(failures);
    const [one, two] = [deferred(), deferred()];
    background.run('one', one.promise);
    const drained = background.drain();
    background.run('two', two.promise);
    one.reject(new Error('no'));
    expect(await hasEnded(drained)).toBe(false);
    two.resolve();
    await drained;
    expect(failures.failed).toHaveBeenCalledWith('one', expect.any(Error), expect.any(String), {
      task: 'one',
    });
  });

  it('T48 keeps as little for each request of a stampede as for one alone', async () => {
    const background = createBackground(failures);
    const gateway = deferred();
    const before = process.memoryUsage().heapUsed;
    const asked: (Promise<unknown> | null)[] = [];
    for (let request = 0; request < 4_000; request++) {
      background.run('finish a sync', gateway.promise);
      asked.push(background.running());
    }
    // A list of the tasks for each request would take some 500 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(100e6);
    gateway.resolve();
    await Promise.all(asked);
  });
});
