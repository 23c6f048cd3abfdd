import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as passes } from 'node:timers/promises';
import type { Engine } from './engines.ts';

interface Process {
  id: number;
  parent: number;
  group: number;
}

/** The browser that this process has started, by its id; there must be one. The driver starts it as the leader of a group. */
export function findBrowser(engine: Engine): number {
  const browsers = processes().filter(
    ({ id, parent, group }) =>
      parent === process.pid && group === id && read(`${id}/cmdline`).split('\0')[0]?.includes(engine),
  );
  if (browsers.length !== 1)
    throw new Error(`Expected one ${engine} as a child of this process, found ${browsers.length}.`);
  return (browsers[0] as Process).id;
}

/** The processes of a Firefox that run pages, those that wait for a page among them. */
export function findTabs(browser: number): number[] {
  const tabs = processes().filter(
    // Started through another process, they have their words joined by spaces.
    ({ id, group }) => group === browser && /[ \0]tab\0$/.test(read(`${id}/cmdline`)),
  );
  if (tabs.length === 0) throw new Error(`Process ${browser} has no tab: is it a Firefox?`);
  return tabs.map(({ id }) => id);
}

/**
 * Stops processes and lets them go on.
 *
 * @param ids a negative one: the whole group.
 * @param meanwhile runs while they stand still.
 */
export async function standStill(ids: readonly number[], ms: number, meanwhile = () => {}): Promise<void> {
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const id of ids) process.kill(id, name);
  };
  try {
    signal('SIGSTOP');
    meanwhile();
    await passes(ms);
  } finally {
    signal('SIGCONT');
  }
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      // After the name, which may hold anything: the state, the parent, the group.
      const [, parent, group] = read(`${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
      return { id: Number(name), parent: Number(parent), group: Number(group) };
    });
}

/** @returns nothing of a process that has ended meanwhile. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
