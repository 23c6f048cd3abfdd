import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ProfilePoint } from '../../../protocol/gateway/describeProfile.ts';
import type { LoggedRequest } from '../../api/requestLog.ts';
import type { NotificationView, TokenView, TransactionView } from '../../control/views.ts';
import type { EventType, SandboxEvent } from '../../events.ts';
import type { Fault, NewFault } from '../../faults/fault.ts';
import { type ControlApi, ControlError } from './controlApi.ts';

/** The sandbox's clock, and when we asked, by our own. */
export interface ClockReading {
  now: number;
  frozen: boolean;
  readAt: number;
}

export interface Lists {
  transactions: readonly TransactionView[];
  requests: readonly LoggedRequest[];
  notifications: readonly NotificationView[];
  tokens: readonly TokenView[];
  faults: readonly Fault[];
}
export type ListName = keyof Lists;

/** What the inspector knows and can do. All of it comes from the controls; nothing is worked out here that they could say. */
export interface Model extends Readonly<{ [Name in ListName]: ReadonlySignal<Lists[Name]> }> {
  readonly clock: ReadonlySignal<ClockReading | null>;
  readonly paused: ReadonlySignal<boolean>;
  readonly profile: ReadonlySignal<readonly ProfilePoint[]>;
  /** Newest first. */
  readonly events: ReadonlySignal<readonly SandboxEvent[]>;
  readonly link: ReadonlySignal<'starting' | 'live' | 'lost' | 'locked'>;
  /** What a control last refused. */
  readonly problem: ReadonlySignal<string | null>;
  start(token: string | null): Promise<void>;
  stop(): void;
  dismiss(): void;
  advance(duration: string): Promise<void>;
  setTime(time: string): Promise<void>;
  freeze(frozen: boolean): Promise<void>;
  pause(paused: boolean): Promise<void>;
  resend(id: string): Promise<void>;
  trigger(pspId: number, event: string): Promise<void>;
  addFault(fault: NewFault): Promise<void>;
  removeFault(id: string): Promise<void>;
  reset(): Promise<void>;
}

/** As much of an `EventSource` as is used. */
export interface EventLink {
  onopen: ((event: Event) => void) | null;
  onerror: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<string>) => void) | null;
  close(): void;
}

interface Options {
  api: ControlApi;
  openEvents: (path: string) => EventLink;
  now: () => number;
}

const LISTS: readonly ListName[] = ['transactions', 'requests', 'notifications', 'tokens', 'faults'];
const EVENTS_KEPT = 500;

export function createModel({ api, openEvents, now }: Options): Model {
  const { lists, clock, paused, readClock, load, loadAll } = createLists(api, now);
  const profile = signal<readonly ProfilePoint[]>([]);
  const events = signal<readonly SandboxEvent[]>([]);
  const link = signal<'starting' | 'live' | 'lost' | 'locked'>('starting');
  const problem = signal<string | null>(null);
  let stream: EventLink | null = null;

  const refresh = gather(load, report);

  function report(error: unknown): void {
    if (error instanceof ControlError && error.status === 401) link.value = 'locked';
    problem.value = error instanceof ControlError ? error.message : 'The sandbox cannot be reached.';
  }
  /** Runs a control; its refusal is shown, not thrown. */
  async function act(run: () => Promise<unknown>): Promise<void> {
    problem.value = null;
    await run().catch(report);
  }

  function listen(): void {
    stream?.close();
    const opened = openEvents(api.eventsPath());
    stream = opened;
    opened.onopen = () => {
      // What happened while the link was down is not all in the stream.
      if (link.value === 'lost') refresh([...LISTS, 'clock']);
      link.value = 'live';
    };
    opened.onerror = () => {
      if (link.value === 'live') link.value = 'lost';
    };
    opened.onmessage = ({ data }) => {
      const event = JSON.parse(data) as SandboxEvent;
      if (event.type === 'reset') events.value = [];
      if (events.value.some(({ sequence }) => sequence === event.sequence)) return;
      events.value = [event, ...events.value].slice(0, EVENTS_KEPT);
      refresh(TOUCHED[event.type] ?? LISTS);
    };
  }

  return {
    ...lists,
    ...{ clock, paused, profile, events, link, problem },
    async start(token) {
      api.setToken(token);
      problem.value = null;
      try {
        await loadAll();
        profile.value = (await api.get<{ profile: readonly ProfilePoint[] }>('profile')).profile;
      } catch (error) {
        report(error);
        if (link.value !== 'locked') link.value = 'lost';
        return;
      }
      link.value = 'starting';
      listen();
    },
    stop() {
      stream?.close();
      stream = null;
    },
    dismiss() {
      problem.value = null;
    },
    advance: (duration) => act(async () => readClock(await api.post('clock', { advance: duration }))),
    setTime: (time) => act(async () => readClock(await api.post('clock', { set: time }))),
    freeze: (frozen) =>
      act(async () => readClock(await api.post('clock', frozen ? { freeze: true } : { run: true }))),
    pause: (stop) =>
      act(async () => {
        paused.value = (await api.post<{ paused: boolean }>(stop ? 'pause' : 'resume')).paused;
      }),
    resend: (id) =>
      act(() => api.post(`notifications/${encodeURIComponent(id)}/resend`).then(load.notifications)),
    trigger: (pspId, event) =>
      act(() => api.post('trigger', { pspId: String(pspId), event }).then(load.transactions)),
    addFault: (fault) => act(() => api.post('faults', fault).then(load.faults)),
    removeFault: (id) => act(() => api.post('faults', { remove: id }).then(load.faults)),
    reset: () =>
      act(async () => {
        await api.post('reset');
        await loadAll();
      }),
  };
}

/** The lists as signals, and how each is read anew from the controls. */
function createLists(api: ControlApi, now: () => number) {
  const lists: { [Name in ListName]: Signal<Lists[Name]> } = {
    transactions: signal<Lists['transactions']>([]),
    requests: signal<Lists['requests']>([]),
    notifications: signal<Lists['notifications']>([]),
    tokens: signal<Lists['tokens']>([]),
    faults: signal<Lists['faults']>([]),
  };
  const clock = signal<ClockReading | null>(null);
  const paused = signal(false);
  const readClock = (reading: { now: number; frozen: boolean }) => {
    clock.value = { ...reading, readAt: now() };
  };
  const load: Record<ListName | 'clock', () => Promise<void>> = {
    transactions: () => loadList('transactions'),
    requests: () => loadList('requests'),
    notifications: async () => {
      const answer = await api.get<{ paused: boolean; notifications: readonly NotificationView[] }>(
        'notifications',
      );
      lists.notifications.value = answer.notifications;
      paused.value = answer.paused;
    },
    tokens: () => loadList('tokens'),
    faults: () => loadList('faults'),
    clock: async () => readClock(await api.get('clock')),
  };
  async function loadList<Name extends ListName>(name: Name): Promise<void> {
    const answer = await api.get<Record<Name, Lists[Name]>>(name);
    lists[name].value = answer[name];
  }
  const loadAll = () => Promise.all([...LISTS, 'clock' as const].map((name) => load[name]()));
  return { lists, clock, paused, readClock, load, loadAll };
}

/** Which lists an event may have changed; all of them when it is not here. */
const TOUCHED: Partial<Record<EventType, readonly (ListName | 'clock')[]>> = {
  request: ['requests'],
  'transaction.created': ['transactions'],
  'transaction.changed': ['transactions'],
  'token.created': ['tokens'],
  'token.deleted': ['tokens'],
  'notification.scheduled': ['notifications'],
  'notification.attempted': ['notifications'],
  'notification.acknowledged': ['notifications'],
  'notification.dropped': ['notifications'],
  'notification.given_up': ['notifications'],
  clock: ['clock'],
  'fault.applied': ['faults'],
  problem: [],
  reset: [...LISTS, 'clock'],
};

/** Loads what is asked for, one load a name at a time: what is asked for meanwhile is loaded once, after it. */
function gather<Name extends string>(
  load: Readonly<Record<Name, () => Promise<void>>>,
  report: (error: unknown) => void,
): (names: readonly Name[]) => void {
  const state = new Map<Name, 'loading' | 'again'>();
  const run = async (name: Name): Promise<void> => {
    state.set(name, 'loading');
    await load[name]().catch(report);
    const again = state.get(name) === 'again';
    state.delete(name);
    if (again) await run(name);
  };
  return (names) => {
    for (const name of names) {
      if (state.has(name)) state.set(name, 'again');
      else void run(name);
    }
  };
}
