import type { CheckoutGateway } from '../gateway/checkoutGateway.ts';
import { namesOf } from '../help/namesOf.ts';
import type { CheckoutStore } from './store/contract.ts';

/** Without the lists of `handler.orders`, which no payment needs, and what a store may do without. */
const STORE_METHODS = namesOf<Omit<CheckoutStore, 'listUnfinished' | 'listOrphans' | 'claimFor'>>({
  ready: true,
  now: true,
  createSession: true,
  getSession: true,
  findSessions: true,
  listSessions: true,
  change: true,
  addEvents: true,
  listEvents: true,
  receive: true,
  receiveFor: true,
  listNotifications: true,
  bringForward: true,
  claimDue: true,
  claimOne: true,
  finish: true,
  getFulfilment: true,
  startFulfilment: true,
  completeFulfilment: true,
  getRelease: true,
  startRelease: true,
  completeRelease: true,
  take: true,
  admit: true,
  revoke: true,
  countRevocations: true,
  purge: true,
  close: true,
});

const GATEWAY_MEMBERS = namesOf<Omit<CheckoutGateway, 'account'>>({
  profile: true,
  test: true,
  hpp: true,
  transactions: true,
  notifications: true,
});

/** What `store` lacks to be one, as a sentence; `null` when it lacks nothing. */
export function whyNoStore(value: unknown): string | null {
  return whyNot(
    'store',
    value,
    "what memoryStore(), sqliteStore('./data/checkout.db'), postgresStore(pool) or mysqlStore(pool) returns, or a CheckoutStore of your own",
    (store) => STORE_METHODS.filter((name) => typeof store[name] !== 'function'),
  );
}

/** The same of `gateway`. */
export function whyNoGateway(value: unknown): string | null {
  return whyNot('gateway', value, 'what createGateway() or gatewayFromEnv() returns', (gateway) =>
    GATEWAY_MEMBERS.filter((name) => gateway[name] === undefined),
  );
}

function whyNot(
  name: string,
  value: unknown,
  expected: string,
  lacks: (value: Readonly<Record<string, unknown>>) => readonly string[],
): string | null {
  if (value === undefined || value === null) return `${name} is missing: expected ${expected}.`;
  if (typeof value !== 'object') return `${name}: expected ${expected}, got a ${typeof value}.`;
  const members = value as Readonly<Record<string, unknown>>;
  if (value instanceof Promise) return `${name}: got a promise. Await it first: expected ${expected}.`;
  const missing = lacks(members);
  return missing.length === 0 ? null : `${name} lacks ${missing.join(', ')}: expected ${expected}.`;
}
