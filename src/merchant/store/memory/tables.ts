import { type MemoryBuckets, memoryBuckets } from './buckets.ts';
import { type MemoryFulfilments, memoryFulfilments } from './fulfilments.ts';
import { type MemoryInbox, memoryInbox } from './inbox.ts';
import { type MemoryQueue, memoryQueue } from './queue.ts';
import { type MemoryRevocations, memoryRevocations } from './revocations.ts';
import { type MemorySessions, memorySessions } from './sessions.ts';

/** All that the store in memory keeps. */
export interface MemoryTables {
  readonly sessions: MemorySessions;
  readonly inbox: MemoryInbox;
  readonly fulfilments: MemoryFulfilments;
  readonly buckets: MemoryBuckets;
  readonly revocations: MemoryRevocations;
  readonly queue: MemoryQueue;
}

export function memoryTables(now: () => number): MemoryTables {
  return {
    sessions: memorySessions(now),
    inbox: memoryInbox(now),
    fulfilments: memoryFulfilments(now),
    buckets: memoryBuckets(now),
    revocations: memoryRevocations(now),
    queue: memoryQueue(now),
  };
}
