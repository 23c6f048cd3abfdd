import { randomBytes } from 'node:crypto';
import { redact } from '../protocol/gateway/redact.ts';
import { type ClockState, createClock, type SandboxClock } from './clock/clock.ts';
import { platformTimers } from './clock/timers.ts';
import { createEvents, type Events } from './events.ts';
import { createFaults, type Faults } from './faults/faults.ts';
import { createIds, type Ids } from './ids.ts';
import type { ResolvedOptions, SandboxOptions } from './options.ts';
import { createRandom } from './random.ts';
import { sqliteJournal } from './store/sqliteJournal.ts';
import { createStore, type SandboxStore } from './store/store.ts';

/** What everything else in a sandbox stands on: what is kept, time, ids, events, faults. */
export interface Foundation {
  store: SandboxStore;
  clock: SandboxClock;
  ids: Ids;
  events: Events;
  faults: Faults;
  /** From 0 to 1, seeded. */
  random: () => number;
  /** Reports an error of the sandbox itself. */
  report: (error: unknown) => void;
  /** Forgets everything, and begins again: clock, seeded ids and numbers, the faults of the options. */
  reset(): void;
  /** Puts other records in place of what is kept, the clock's own state among them. */
  load(records: Parameters<SandboxStore['load']>[0]): void;
}

export function createFoundation(
  { clock: pace = 'real', dir }: Pick<SandboxOptions, 'clock' | 'dir'>,
  { seed, ids: makers, faults: first, onError }: Pick<ResolvedOptions, 'seed' | 'ids' | 'faults' | 'onError'>,
): Foundation {
  const store = createStore(dir === undefined ? undefined : sqliteJournal(dir));
  const clockStates = store.table<ClockState>('clock');
  const kept = clockStates.get('state');
  let emitProblem = (_error: unknown): void => {}; // until there are events, which need the clock
  const report = (error: unknown) => {
    onError(error);
    emitProblem(error);
  };
  const clock = createClock({
    pace: pace === 'real' ? 'real' : 'manual',
    ...(pace instanceof Date ? { startAt: pace.getTime() } : {}),
    ...(kept === undefined ? {} : { state: kept }),
    timers: platformTimers,
    onChange: (state) => clockStates.put('state', state),
    onJobError: report,
  });
  const events = createEvents(clock.now, redact, onError);
  emitProblem = (error) => events.emit('problem', {}, { error });

  let numbers = createRandom(seed);
  const random = () => numbers();
  const faults = createFaults({
    id: () => randomBytes(4).toString('hex'),
    random,
    onHit: ({ id, do: what, match }, orderReference) =>
      events.emit('fault.applied', orderReference === null ? {} : { orderReference }, {
        id,
        do: what,
        match,
      }),
  });
  const addFirstFaults = () => {
    for (const fault of first) faults.add(fault);
  };
  addFirstFaults();

  return {
    store,
    clock,
    ids: createIds(seed, store.table<number>('counters'), makers),
    events,
    faults,
    random,
    report,
    reset() {
      store.load({});
      clock.reset();
      numbers = createRandom(seed);
      faults.clear();
      addFirstFaults();
    },
    load(records) {
      store.load(records);
      clock.reset(clockStates.get('state'));
    },
  };
}
