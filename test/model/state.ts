/*
 * What the model knows of one order: two sessions, the gateway's ledger, two processes of the shop, and the clock.
 *
 * Written from the store's contract, the eight rules and the guides; nothing of `src` is imported.
 */

/** Of the two sessions, in the order of their creation. */
export type SessionName = 0 | 1;
export type ProcessName = 0 | 1;

export type Status = 'none' | 'creating' | 'open' | 'pending' | 'failed' | 'expired' | 'completed';

/** The gateway's own ledger. `'other'`: it took another sum than was asked for. */
export type Ledger = 'none' | 'waiting' | 'declined' | 'paid' | 'other';

/** `0`: the address lives. `1`: it has expired, and a 3-D Secure step begun before may still end. `2`: nothing can be paid any more. */
export type Age = 0 | 1 | 2;

export interface Session {
  status: Status;
  ledger: Ledger;
  /** The address has reached the customer. */
  handedOut: boolean;
  age: Age;
  /** The hosted page has sent the customer back. */
  sentBack: boolean;
  /** `'dead'`: its holder has crashed. */
  lease: ProcessName | 'dead' | null;
  /** Anybody may take the lease; until then its holder may still end it. */
  leaseIsOver: boolean;
  /** Now, or by the sweep's schedule: to sweep too early is to poll. */
  isDue: boolean;
  /** What was told on the way here: nothing follows from it. `calls` are those of `onPayment`. */
  calls: number;
  overpaid: boolean;
  late: boolean;
}

/**
 * The next call of a process that others can notice: of the store, the gateway or the hook. A crash comes between two. Reads go
 * with the call before them, and the rounds of a compare-and-set are one: a round that fails has written nothing.
 */
export type Place =
  | 'idle'
  // A notification was kept.
  | 'write'
  | 'claim paid'
  // A poll has the lease: of the widget, the return page, an unsigned notification, the sweep.
  | 'ask'
  | 'write held'
  | 'hook'
  | 'complete'
  | 'finish'
  | 'finish paid'
  // `POST /session` has looked at the order.
  | 'claim'
  | 'replace'
  | 'insert'
  | 'create'
  | 'record';

export type Evidence = 'none' | 'waiting' | 'declined' | 'paid' | 'other';

/** What a process does: `'open'` is `POST /session`, `'poll'` is `GET /session/:id`. */
export type Activity = 'none' | 'open' | 'notification' | 'poll' | 'return' | 'unsigned' | 'sweep';

export interface Process {
  activity: Activity;
  session: SessionName;
  place: Place;
  evidence: Evidence;
  /** The status that it read; only where a broken model looks at it. */
  saw: Status;
  /** Its lease was taken over by somebody else. */
  isFenced: boolean;
  /** The gateway's last word came when no page could be paid any more: there is nothing left to ask. */
  isOver: boolean;
  /** What `POST /session` looked at: how many sessions there were. */
  knew: 0 | 1 | 2;
}

export interface State {
  sessions: [Session, Session];
  processes: [Process, Process];
  fulfilment: { session: SessionName; done: boolean } | null;
  crashed: boolean;
  /** How many activities have begun. */
  begun: number;
}

export const idle: Readonly<Process> = {
  activity: 'none',
  session: 0,
  place: 'idle',
  evidence: 'none',
  saw: 'none',
  isFenced: false,
  isOver: false,
  knew: 0,
};

const nothing: Readonly<Session> = {
  status: 'none',
  ledger: 'none',
  handedOut: false,
  age: 0,
  sentBack: false,
  lease: null,
  leaseIsOver: false,
  isDue: false,
  calls: 0,
  overpaid: false,
  late: false,
};

export function initialState(): State {
  return {
    sessions: [{ ...nothing }, { ...nothing }],
    processes: [{ ...idle }, { ...idle }],
    fulfilment: null,
    crashed: false,
    begun: 0,
  };
}

export function copy({ sessions, processes, fulfilment, crashed, begun }: State): State {
  return {
    sessions: [{ ...sessions[0] }, { ...sessions[1] }],
    processes: [{ ...processes[0] }, { ...processes[1] }],
    fulfilment: fulfilment && { ...fulfilment },
    crashed,
    begun,
  };
}

const STATUSES: readonly Status[] = ['none', 'creating', 'open', 'pending', 'failed', 'expired', 'completed'];
const LEDGERS: readonly Ledger[] = ['none', 'waiting', 'declined', 'paid', 'other'];
const ACTIVITIES: readonly Activity[] = [
  'none',
  'open',
  'notification',
  'poll',
  'return',
  'unsigned',
  'sweep',
];
const PLACES: readonly Place[] = [
  ...([
    'idle',
    'write',
    'claim paid',
    'ask',
    'write held',
    'hook',
    'complete',
    'finish',
    'finish paid',
  ] as const),
  ...(['claim', 'replace', 'insert', 'create', 'record'] as const),
];

/** The same text for the same state, and for those in which only the two processes have changed places: they are alike. */
export function keyOf(state: State): string {
  const [one, other] = state.processes.map(keyOfProcess) as [string, string];
  const isSwapped = one > other;
  const holder = ({ lease }: Session) => {
    if (lease === null) return 3;
    return lease === 'dead' ? 2 : isSwapped ? 1 - lease : lease;
  };
  const sessions = state.sessions.map((session) => {
    const { status, ledger, age } = session;
    const flags =
      Number(session.handedOut) |
      (Number(session.sentBack) << 1) |
      (Number(session.leaseIsOver) << 2) |
      (Number(session.isDue) << 3);
    const words = (STATUSES.indexOf(status) * 5 + LEDGERS.indexOf(ledger)) * 12 + age * 4;
    return String.fromCharCode((words + holder(session)) * 16 + flags);
  });
  const { fulfilment, crashed, begun } = state;
  const rest =
    (fulfilment === null ? 4 : fulfilment.session * 2 + Number(fulfilment.done)) * 2 +
    Number(crashed) +
    begun * 16;
  return sessions.join('') + (isSwapped ? other + one : one + other) + String.fromCharCode(rest);
}

function keyOfProcess({ activity, session, place, evidence, saw, isFenced, isOver, knew }: Process): string {
  if (place === 'idle') return '\0\0';
  const what = (ACTIVITIES.indexOf(activity) * 14 + PLACES.indexOf(place)) * 2 + session;
  return String.fromCharCode(
    (what * 5 + LEDGERS.indexOf(evidence)) * 7 + STATUSES.indexOf(saw),
    (Number(isFenced) * 2 + Number(isOver)) * 3 + knew + 1,
  );
}
