import { ConnectionError } from '../../src/gateway/errors/connectionErrors.ts';
import type { CheckoutHandler } from '../../src/merchant/options.ts';
import type { CheckoutStore, SessionRecord } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { CARD_TOKEN, fakeGateway } from '../support/fakeGateway.ts';
import { heldHandler } from './heldHandler.ts';
import { type HeldProcess, heldProcess } from './heldProcess.ts';
import { readFacts, readLedger } from './readFacts.ts';
import { requestOf } from './requestOf.ts';
import type { Facts } from './rules.ts';
import type { Activity, Evidence, ProcessName, SessionName } from './state.ts';
import type { Call, Turnstile } from './turnstile.ts';

/** Longer than a lease, than an address with its slack, than any page. */
const WAITS = { leases: 30_000, addresses: 125_000, pages: 16 * 60_000 };
const PAGE_MS = 15 * 60_000;

export type RealShop = ReturnType<typeof realShop>;

/** The real handler in two processes over one store in memory, each held at every call that others can notice. */
export function realShop(defect: (store: CheckoutStore) => CheckoutStore = (store) => store) {
  let now = 1_700_000_000_000;
  const clock = {
    now: () => now,
    tick: () => {
      now += 1;
    },
  };
  const gateway = fakeGateway({ statusFields: 'all' });
  const store = defect(memoryStore({ now: clock.now }));
  const ids: string[] = [];
  const handedOut = new Set<string>();
  const calls: string[] = [];
  const told: string[] = [];
  const wrong: string[] = [];

  const remembering = remember(store, (id) => ids.push(id));
  const start = (turnstile: Turnstile | null): CheckoutHandler =>
    heldHandler({ gateway, store: remembering, turnstile, calls, told, wrong, clock });

  const processes: [HeldProcess, HeldProcess] = [heldProcess(start), heldProcess(start)];

  const ledgerOf = (record: SessionRecord | undefined) => readLedger(gateway, record);

  const recordOf = async (session: SessionName) => {
    const id = ids[session];
    return id === undefined ? undefined : (await store.getSession(id))?.value;
  };

  const request = requester(async ({ url, method }, status, text) => {
    told.push(text);
    if (method === 'POST' && status === 201)
      handedOut.add((JSON.parse(text) as { sessionId: string }).sessionId);
    const id = /\/session\/(\w+)$/.exec(url)?.[1];
    if (id === undefined || !text.includes('"completed"')) return;
    const record = (await store.getSession(id))?.value;
    if (ledgerOf(record) !== 'paid') wrong.push('rule 1: the browser is told of a payment that there is not');
  });

  async function begin(handler: CheckoutHandler, activity: Activity, session: SessionName, says: Evidence) {
    if (activity === 'sweep') return handler.sweep();
    return request(handler, await requestOf(gateway, activity, await recordOf(session), says));
  }

  return {
    wrong,
    facts: (): Promise<Facts> => readFacts({ gateway, store, ids, handedOut, calls, now }),
    /** On the page that the customer has been given, as long as there is one. */
    async customer(does: 'pay' | 'decline' | 'pay another sum', session: SessionName): Promise<void> {
      const record = await recordOf(session);
      const ledger = ledgerOf(record);
      if (record === undefined || !handedOut.has(record.id) || now - record.createdAt >= PAGE_MS) return;
      if (ledger !== 'waiting' && ledger !== 'declined') return;
      if (does === 'decline') gateway.set({ Status: 'Declined', isSuccess: false }, record.uniqueReference);
      else gateway.pay(record.uniqueReference).fields.isSuccess = true;
      if (does === 'pay another sum') gateway.set({ Amount: '4.99' }, record.uniqueReference);
    },
    wait(what: keyof typeof WAITS): void {
      now += WAITS[what];
    },
    async begin(name: ProcessName, activity: Activity, session: SessionName, says: Evidence): Promise<void> {
      await this.finish(name);
      now += 1;
      await processes[name].begin((handler) => begin(handler, activity, session, says));
    },
    /** Lets a process through up to and with its next call of this kind. */
    async through(name: ProcessName, call: Call, gatewayAnswers = true): Promise<void> {
      const isDown = call === 'ask' && !gatewayAnswers;
      await processes[name].through(call, isDown ? new ConnectionError('The gateway is down.') : undefined);
    },
    /** Lets a process go on to the end of what it does. */
    finish: (name: ProcessName) => processes[name].finish(),
    crash(name: ProcessName): void {
      processes[name].turnstile.kill();
      processes[name] = heldProcess(start);
    },
    /** Hours later: leases have run out, and a new process has swept all that was due. */
    async rest(): Promise<void> {
      const handler = start(null);
      for (const what of ['leases', 'addresses', 'pages', 'pages'] as const) {
        this.wait(what);
        await handler.sweep();
      }
    },
    /** Rule 6: wherever anything was written, no card token. */
    async secretsKept(): Promise<string[]> {
      for (const id of ids) {
        told.push(JSON.stringify([await store.getSession(id), await store.listEvents(id)]));
        told.push(JSON.stringify(await store.listNotifications(id, 100)));
      }
      return told.some((text) => text.includes(CARD_TOKEN)) ? ['rule 6: a card token was written down'] : [];
    },
  };
}

/** Makes requests, tells what each is answered, and waits for all that runs on after the answer. */
function requester(answered: (what: Request, status: number, text: string) => Promise<void>) {
  return async (handler: CheckoutHandler, what: Request | null): Promise<void> => {
    if (what === null) return;
    const tasks: Promise<unknown>[] = [];
    const response = await handler.fetch(what, { waitUntil: (task) => tasks.push(task) });
    await answered(what, response.status, await response.text());
    for (let at = 0; at < tasks.length; at++) await tasks[at];
  };
}

/** The store, which says the id of each session that is made. */
function remember(store: CheckoutStore, created: (id: string) => void): CheckoutStore {
  return new Proxy(store, {
    get(target, name: keyof CheckoutStore) {
      const method = (target[name] as (...args: unknown[]) => Promise<unknown>).bind(target);
      if (name !== 'createSession') return method;
      return async (...args: unknown[]) => {
        const result = (await method(...args)) as { kind: string };
        if (result.kind === 'created') created((args[0] as SessionRecord).id);
        return result;
      };
    },
  });
}
