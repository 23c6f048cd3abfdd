import type { FromShop, ToShop } from './messages.ts';

type Question = Extract<FromShop, { id: number }>;

/** Asks the process that has started this one, and waits until it has done it. */
export function demoAsker(process: NodeJS.Process): (question: WithoutId<Question>) => Promise<void> {
  const waiting = new Map<number, () => void>();
  let latest = 0;
  process.on('message', (message: ToShop) => {
    if (message.type === 'ready') waiting.get(message.id)?.();
  });
  return (question) =>
    new Promise((resolve) => {
      const id = ++latest;
      waiting.set(id, () => {
        waiting.delete(id);
        resolve();
      });
      process.send?.({ ...question, id });
    });
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
