import type { TransactionView } from '../../sandbox/control/views.ts';
import { type Answer, describe, field } from './answer.ts';
import type { Backend } from './backend.ts';
import { RuleBroken } from './broken.ts';
import type { GatewaySide } from './gatewaySide.ts';

/** What verify is told of the backend. */
export interface VerifyOptions {
  /** `PUBLIC_URL`, without a slash at the end. */
  url: string;
  /** Origin of the shop's pages. */
  origin: string;
  /** Orders that may be paid, as the widget would send them. Each is used for one rule. */
  orders: readonly unknown[];
  /** One that is paid already. */
  paidOrder?: unknown;
  /** One that does not exist. */
  unknownOrder: unknown;
  /** What each of the orders costs, if they all cost the same. */
  price?: { amount: string; currency: string };
  /** Order references that were fulfilled, one entry for each time. */
  fulfilled?: () => Promise<readonly string[]>;
  /** How long something that must happen is waited for. */
  timeoutMs: number;
}

/** A session with its page, and the gateway's transaction of it. */
export interface OpenPage {
  readonly id: string;
  readonly order: unknown;
  readonly redirectUrl: string;
  readonly transaction: TransactionView;
  readonly answer: Answer;
}

/** What a rule works with. */
export interface VerifyContext {
  readonly options: VerifyOptions;
  readonly backend: Backend;
  readonly gateway: GatewaySide;
  now(): number;
  /** The next order that nobody has touched. */
  freshOrder(): unknown;
  /** Opens a page for an order, or for a fresh one. @throws RuleBroken when there is none. */
  openPage(order?: unknown): Promise<OpenPage>;
  /** A page that nobody has paid and nobody pays: what is forged is forged for it. Shared, while it is still open. */
  unpaidPage(): Promise<OpenPage>;
  /** A page that was paid, its session completed. Shared. */
  paidPage(): Promise<OpenPage>;
  /** Every session that was opened and that nobody has paid. */
  unpaid(): readonly OpenPage[];
  /** From now on this session may be completed. */
  mayComplete(page: OpenPage): void;
  statusOf(id: string): Promise<unknown>;
  /** Asks for the status until it is this one. @throws RuleBroken when it does not come. */
  untilStatus(id: string, wanted: string, because: string): Promise<Answer>;
  /** Reads until it is right, or the time is over; gives what was read last. */
  until<T>(read: () => Promise<T>, right: (value: T) => boolean): Promise<T>;
}

/** A page lives for two minutes; one that is shared must live for what is still to be done with it. */
const SHARED_FOR_MS = 60_000;
const ASK_EVERY_MS = 150;

export function createContext(
  options: VerifyOptions,
  backend: Backend,
  gateway: GatewaySide,
  time: { now: () => number; wait: (ms: number) => Promise<void> },
): VerifyContext {
  const orders = [...options.orders];
  const opened = new Map<string, OpenPage>();
  let unpaid: { page: OpenPage; at: number } | null = null;
  let paid: Promise<OpenPage> | null = null;

  const context: VerifyContext = {
    options,
    backend,
    gateway,
    now: time.now,
    freshOrder() {
      if (orders.length === 0)
        throw new RuleBroken('an order that nobody has touched', 'none left: give more');
      return orders.shift();
    },
    async openPage(order = context.freshOrder()) {
      const answer = await backend.open({ order, reason: 'open' });
      const [id, redirectUrl] = [field(answer, 'sessionId'), field(answer, 'redirectUrl')];
      if (answer.status !== 201 || typeof id !== 'string' || typeof redirectUrl !== 'string') {
        throw new RuleBroken(`201 with a session for the order ${JSON.stringify(order)}`, describe(answer));
      }
      const token = URL.canParse(redirectUrl) ? new URL(redirectUrl).pathname.split('/').at(-1) : '';
      const transaction = (await gateway.transactions()).find((each) => each.token === token);
      if (transaction === undefined) {
        throw new RuleBroken(`a page that ${gateway.url} has made`, `redirectUrl ${redirectUrl}`);
      }
      const page = { id, order, redirectUrl, transaction, answer };
      opened.set(id, page);
      return page;
    },
    async unpaidPage() {
      const shared = unpaid;
      if (shared !== null && time.now() - shared.at < SHARED_FOR_MS) {
        const status = await context.statusOf(shared.page.id);
        if (status === 'open' || status === 'pending') return shared.page;
      }
      const page = await context.openPage();
      unpaid = { page, at: time.now() };
      return page;
    },
    paidPage() {
      paid ??= (async () => {
        const page = await context.openPage();
        context.mayComplete(page);
        await gateway.pay(page.redirectUrl);
        await context.untilStatus(page.id, 'completed', 'its page was paid');
        return page;
      })();
      return paid;
    },
    unpaid: () => [...opened.values()],
    mayComplete: (page) => void opened.delete(page.id),
    statusOf: async (id) => field(await backend.status(id), 'status'),
    async untilStatus(id, wanted, because) {
      const answer = await context.until(
        () => backend.status(id),
        (last) => field(last, 'status') === wanted,
      );
      if (field(answer, 'status') === wanted) return answer;
      throw new RuleBroken(`status "${wanted}", since ${because}`, describe(answer));
    },
    async until(read, right) {
      const deadline = time.now() + options.timeoutMs;
      for (;;) {
        const value = await read();
        if (right(value) || time.now() >= deadline) return value;
        await time.wait(ASK_EVERY_MS);
      }
    },
  };
  return context;
}

/** @throws RuleBroken when the session was settled. It is asked twice, since a settlement may come a moment later. */
export async function demandUnsettled(
  context: VerifyContext,
  { id }: OpenPage,
  because: string,
): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const answer = await context.backend.status(id);
    const status = field(answer, 'status');
    if (status !== 'open' && status !== 'pending') {
      throw new RuleBroken(`status "open" or "pending" after ${because}`, describe(answer));
    }
  }
}
