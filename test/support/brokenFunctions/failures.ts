/** How a merchant's function can go wrong. */
export interface Failure {
  does: (answer: () => unknown) => unknown;
  /** `failed`: it threw or rejected in time. `late`: no answer within the limit. `odd`: an answer nobody asked for. */
  outcome: 'failed' | 'late' | 'odd';
  /** How the log names a failure, after the function's name. */
  says?: string;
}

/** Time that a function is given in these tests: more than a machine under load takes to come round to it. */
export const LIMIT_MS = 2_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
/** Ends after the limit of what was called before: timers of one length ring in the order they were set. */
export const pastLimit = () => wait(LIMIT_MS).then(() => wait(LIMIT_MS));

const bug = () => new Error('a bug in the shop');
const says = 'failed: a bug in the shop';
const unreadable = () =>
  Object.defineProperty(new Error('hidden'), 'message', {
    get() {
      throw bug();
    },
  });
/** Any property of it throws when it is read, but those that a promise looks for. */
const spiky = () =>
  new Proxy(
    {},
    {
      get(_, name) {
        if (name === 'then') return undefined;
        throw bug();
      },
      ownKeys() {
        throw bug();
      },
      has: () => true,
    },
  );
const throwIt = (thing: unknown) => {
  throw thing;
};
const thenable = (
  then: (resolve: (value: unknown) => void, reject: (reason: unknown) => void) => unknown,
) => ({
  then,
});

export const FAILURES: Readonly<Record<string, Failure>> = {
  throws: { does: () => throwIt(bug()), outcome: 'failed', says },
  'throws undefined': {
    does: () => throwIt(undefined),
    outcome: 'failed',
    says: 'failed: it threw "[undefined]"',
  },
  'throws null': { does: () => throwIt(null), outcome: 'failed', says: 'failed: it threw null' },
  'throws a text': { does: () => throwIt('no'), outcome: 'failed', says: 'failed: it threw "no"' },
  'throws what cannot be read': {
    does: () => throwIt(unreadable()),
    outcome: 'failed',
    says: 'failed: it threw something that cannot be read',
  },
  'throws a web framework’s refusal': {
    does: () => throwIt(Object.assign(bug(), { status: 200, getResponse: () => new Response('yes') })),
    outcome: 'failed',
    says,
  },
  rejects: { does: () => Promise.reject(bug()), outcome: 'failed', says },
  'rejects with undefined': {
    does: () => Promise.reject(),
    outcome: 'failed',
    says: 'failed: it threw "[undefined]"',
  },
  'rejects a moment later': {
    does: async () => {
      await new Promise(setImmediate);
      throw bug();
    },
    outcome: 'failed',
    says,
  },
  'answers with a thenable that throws': {
    does: () => thenable(() => throwIt(bug())),
    outcome: 'failed',
    says,
  },
  'answers with a thenable that rejects': {
    does: () => thenable((_, reject) => reject(bug())),
    outcome: 'failed',
    says,
  },
  'answers with a getter for then that throws': {
    does: () =>
      Object.defineProperty({}, 'then', {
        get() {
          throw bug();
        },
      }),
    outcome: 'failed',
    says,
  },
  hangs: { does: () => new Promise(() => {}), outcome: 'late' },
  'answers with a thenable that hangs': { does: () => thenable(() => {}), outcome: 'late' },
  'rejects after the limit': {
    does: async () => {
      await pastLimit();
      throw bug();
    },
    outcome: 'late',
    says,
  },
  'answers with a number': { does: () => 42, outcome: 'odd' },
  'answers with an empty text': { does: () => '', outcome: 'odd' },
  'answers with false': { does: () => false, outcome: 'odd' },
  'answers with a symbol': { does: () => Symbol('odd'), outcome: 'odd' },
  'answers with a function': { does: () => () => throwIt(bug()), outcome: 'odd' },
  'answers with a list': { does: () => [], outcome: 'odd' },
  'answers with what cannot be read': { does: spiky, outcome: 'odd' },
};

/** Those that have done all that they will do in one turn of the event loop: for where nothing is waited for. */
export const FAILURES_IN_TIME: Readonly<Record<string, Failure>> = Object.fromEntries(
  Object.entries(FAILURES).filter(([, { outcome, says }]) => outcome !== 'late' || says === undefined),
);
