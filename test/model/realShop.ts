import { ConnectionError } from '../../src/gateway/errors/connectionErrors.ts';
import { createCheckoutHandler } from '../../src/merchant/createCheckoutHandler.ts';
import type { PaymentEvent } from '../../src/merchant/observe/events.ts';
import type { CheckoutHandler } from '../../src/merchant/options.ts';
import type { CheckoutStore, SessionRecord } from '../../src/merchant/store/contract.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { CARD_TOKEN, fakeGateway } from '../support/fakeGateway.ts';
import type { Facts, SessionFacts } from './rules.ts';
import type { Activity, Evidence, ProcessName, SessionName } from './state.ts';
import { type Call, createTurnstile, type Turnstile } from './turnstile.ts';

const BASE = 'https://shop.example/checkout';
const LIMIT = 1_000_000;
/** Longer than a lease, than an address with its slack, than any page. */
const WAITS = { leases: 30_000, addresses: 125_000, pages: 16 * 60_000 };
const PAYABLE_MS = 120_000;
const PAGE_MS = 15 * 60_000;

interface Running {
  readonly handler: CheckoutHandler;
  readonly turnstile: Turnstile;
  /** What it does; `null`: nothing. */
  activity: Promise<unknown> | null;
  isOver: boolean;
}

export type RealShop = ReturnType<typeof realShop>;

/** The real handler in two processes over one store in memory, each held at every call that others can notice. */
export function realShop(defect: (store: CheckoutStore) => CheckoutStore = (store) => store) {
  let now = 1_700_000_000_000;
  const gateway = fakeGateway({ statusFields: 'all' });
  const store = defect(memoryStore({ now: () => now }));
  const ids: string[] = [];
  const handedOut = new Set<string>();
  const calls: string[] = [];
  const told: string[] = [];
  const note = (fields: object, message: string) => told.push(JSON.stringify({ ...fields, message }));
  const wrong: string[] = [];

  const remembering: CheckoutStore = new Proxy(store, {
    get(target, name: keyof CheckoutStore) {
      const method = (target[name] as (...args: unknown[]) => Promise<unknown>).bind(target);
      if (name !== 'createSession') return method;
      return async (...args: unknown[]) => {
        const result = (await method(...args)) as { kind: string };
        if (result.kind === 'created') ids.push((args[0] as SessionRecord).id);
        return result;
      };
    },
  });

  function start(turnstile: Turnstile | null): CheckoutHandler {
    const pass = async (call: Call) => turnstile?.pass(call);
    return createCheckoutHandler(
      {
        gateway: {
          ...gateway,
          hpp: {
            create: async (request) => {
              await pass('create');
              if (gateway.created.some(({ uniqueReference }) => uniqueReference === request.uniqueReference))
                wrong.push('rule 5: a page was asked for twice');
              return gateway.hpp.create(request);
            },
          },
          transactions: {
            retrieve: async (reference) => {
              await pass('ask');
              return gateway.transactions.retrieve(reference);
            },
          },
        },
        store: turnstile?.guard(remembering) ?? remembering,
        publicUrl: BASE,
        authorize: 'anyone',
        resolveOrder: () => ({ orderReference: 'A-1', amount: '49.90', currency: 'EUR' }),
        onPayment: async ({ sessionId }) => {
          await pass('hook');
          calls.push(sessionId);
        },
        onEvent: (event: PaymentEvent) => told.push(JSON.stringify(event)),
        logger: { debug: note, info: note, warn: note, error: note },
        sweepEveryMs: false,
        limits: {
          pollIntervalMs: 0,
          sessionsPerAddress: LIMIT,
          sessionsPerOrder: LIMIT,
          sessionsPerOrderInTotal: LIMIT,
        },
      },
      {
        monotonic: () => now,
        wall: () => now,
        wait: async () => {
          now += 1;
          await new Promise(setImmediate);
        },
        fetch: () => Promise.reject(new Error('no hosted page')),
        later: () => () => {},
        timeouts: { storeNotificationMs: 120_000, bodyMs: 120_000, concurrentRequestMs: 0 },
      },
    );
  }

  const boot = (): Running => {
    const turnstile = createTurnstile();
    return { handler: start(turnstile), turnstile, activity: null, isOver: true };
  };
  const processes: [Running, Running] = [boot(), boot()];

  /** With all that runs on after the answer. */
  async function request(handler: CheckoutHandler, what: Request): Promise<void> {
    const tasks: Promise<unknown>[] = [];
    const response = await handler.fetch(what, { waitUntil: (task) => tasks.push(task) });
    const text = await response.text();
    told.push(text);
    await answered(what, response.status, text);
    for (let at = 0; at < tasks.length; at++) await tasks[at];
  }

  async function answered({ url, method }: Request, status: number, text: string): Promise<void> {
    if (method === 'POST' && status === 201)
      handedOut.add((JSON.parse(text) as { sessionId: string }).sessionId);
    const id = /\/session\/(\w+)$/.exec(url)?.[1];
    if (id === undefined || !text.includes('"completed"')) return;
    const record = (await store.getSession(id))?.value;
    if (ledgerOf(record) !== 'paid') wrong.push('rule 1: the browser is told of a payment that there is not');
  }

  const transactionOf = (record: SessionRecord | undefined) =>
    gateway.ledger.get(record?.uniqueReference ?? '');

  function ledgerOf(record: SessionRecord | undefined): SessionFacts['ledger'] {
    const fields = transactionOf(record)?.fields;
    if (fields === undefined) return 'none';
    if (fields.Status === 'PENDING') return 'waiting';
    if (fields.Status === 'Declined') return 'declined';
    return fields.Amount === '49.90' ? 'paid' : 'other';
  }

  const recordOf = async (session: SessionName) => {
    const id = ids[session];
    return id === undefined ? undefined : (await store.getSession(id))?.value;
  };

  async function begin(handler: CheckoutHandler, activity: Activity, session: SessionName, says: Evidence) {
    const record = await recordOf(session);
    if (activity === 'open') {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
        body: JSON.stringify({ order: 'A-1', reason: 'open' }),
      };
      return request(handler, new Request(`${BASE}/session`, init));
    }
    if (activity === 'sweep') return handler.sweep();
    const page = transactionOf(record)?.request;
    if (record === undefined || page === undefined) return;
    if (activity === 'poll') return request(handler, new Request(`${BASE}/session/${record.id}`));
    if (activity === 'return') return request(handler, new Request(page.redirectionUrl));
    const change = says === 'declined' ? { Status: 'Declined', CardToken: null } : {};
    const { body, headers } = await gateway.notification(change, record.uniqueReference);
    const sent = activity === 'notification' ? headers : { 'content-type': 'application/json' };
    return request(handler, new Request(page.callBackUrl, { method: 'POST', body, headers: sent }));
  }

  /** Runs a process until it waits for its turn, or has ended. */
  async function arrive(process: Running): Promise<Call | undefined> {
    while (process.turnstile.next === undefined && !process.isOver) await new Promise(setImmediate);
    return process.turnstile.next;
  }

  return {
    wrong,
    async facts(): Promise<Facts> {
      const records = await Promise.all(ids.map(async (id) => (await store.getSession(id))?.value));
      const fulfilment = await store.getFulfilment('A-1', true);
      const sessions = await Promise.all(
        records.map(async (record): Promise<SessionFacts> => {
          const events = record === undefined ? [] : await store.listEvents(record.id);
          const ledger = ledgerOf(record);
          const age = now - (record?.createdAt ?? 0);
          const isOpen = ledger === 'waiting' || ledger === 'declined';
          return {
            status: record?.status ?? 'none',
            ledger,
            isPayable: handedOut.has(record?.id ?? '') && isOpen && age < PAYABLE_MS,
            calls: calls.filter((id) => id === record?.id).length,
            overpaid: events.some(({ type }) => type === 'overpaid'),
            late: events.some(({ type }) => type === 'late_payment'),
          };
        }),
      );
      return {
        sessions,
        fulfilment: fulfilment && {
          session: ids.indexOf(fulfilment.sessionId),
          done: fulfilment.state === 'done',
        },
      };
    },
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
      const process = processes[name];
      process.isOver = false;
      process.activity = begin(process.handler, activity, session, says).finally(() => {
        process.isOver = true;
      });
      await arrive(process);
    },
    /** Lets a process through up to and with its next call of this kind. */
    async through(name: ProcessName, call: Call, gatewayAnswers = true): Promise<void> {
      const process = processes[name];
      for (let next = await arrive(process); next !== undefined; next = await arrive(process)) {
        const fails = next === 'ask' && call === 'ask' && !gatewayAnswers;
        process.turnstile.letThrough(fails ? new ConnectionError('The gateway is down.') : undefined);
        if (next !== call) continue;
        await arrive(process);
        return;
      }
    },
    /** Lets a process go on to the end of what it does. */
    async finish(name: ProcessName): Promise<void> {
      const process = processes[name];
      while ((await arrive(process)) !== undefined) process.turnstile.letThrough();
      await process.activity;
      process.activity = null;
    },
    crash(name: ProcessName): void {
      processes[name].turnstile.kill();
      processes[name] = boot();
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
