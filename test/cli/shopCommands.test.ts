import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOpen } from '../../src/cli/shop/findOpen.ts';
import type { CheckoutHandler } from '../../src/merchant/options.ts';
import { memoryStore } from '../../src/merchant/store/memory.ts';
import { paid, record } from '../../src/testing/store/fixture.ts';
import type { HandlerHarnessOptions } from '../support/handlerHarness.ts';
import { type ShopFolder, shopFolder } from './shopTerminal.ts';
import { openTerminal } from './terminal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let folder: ShopFolder;
beforeAll(() => {
  folder = shopFolder();
});
afterAll(() => folder.remove());
const shop = (options?: HandlerHarnessOptions) => folder.shop(options);
const moduleOf = (code: string) => folder.moduleOf(code);

describe('T60 a handler of one mode on a store of both', () => {
  it('reconcile leaves the other mode alone, and replay says whose the session is', async () => {
    const store = memoryStore();
    const trial = await paid(store, { status: 'open', test: true, createdAt: Date.now() - DAY });
    const { terminal, type } = shop({ gateway: { test: false }, store: () => store });
    expect(await type('reconcile')).toBe(0);
    expect(await type(`replay ${trial.id}`)).toBe(1);
    expect(terminal.err.join()).toContain(
      `Session "${trial.id}" is a test one, and the handler's gateway client works in live mode.`,
    );
    expect(await store.getFulfilment(trial.orderReference, true)).toMatchObject({ attempts: 0 });
  });
});

describe('hpp-checkout reconcile', () => {
  it('says that all is clear when nothing is open', async () => {
    const { harness, terminal, type } = shop();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    expect(await type('reconcile')).toBe(0);
    expect(terminal.out).toEqual([
      expect.stringMatching(/^All is clear: no open session since 20\d\d-.*Z\.$/),
    ]);
    expect(harness.payments).toHaveLength(1);
  });

  it('F3 settles what was paid while nobody heard of it, and prints what was and what is', async () => {
    const { harness, terminal, type } = shop();
    const paidFor = await harness.session('A-1');
    harness.gateway.pay();
    harness.advance(1);
    const declined = await harness.session('A-2');
    harness.gateway.set({ Status: 'Declined' });
    harness.advance(20 * MINUTE);
    expect(await type('reconcile --since 24h')).toBe(0);
    const [head, first, second, end] = terminal.out;
    expect(head).toMatch(/^Session +Order +Amount +Created +Was +Now$/);
    expect(first).toMatch(new RegExp(`^${paidFor} +A-1 +49\\.90 EUR +20\\S+Z +open +completed$`));
    expect(second).toMatch(new RegExp(`^${declined} +A-2 +49\\.90 EUR +20\\S+Z +open +failed$`));
    expect(end).toMatch(/^All is clear: 2 open since .*, none unresolved\.$/);
    expect(harness.payments.map(({ orderReference }) => orderReference)).toEqual(['A-1']);
  });

  it('repeats an onPayment that is owed, and fails while it fails', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const { harness, terminal, type } = shop({
      handler: {
        onPayment: (_, { idempotencyKey }) => {
          calls.push(idempotencyKey);
          if (isBroken) throw new Error('The warehouse is closed.');
        },
      },
    });
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    expect(await type('reconcile')).toBe(1);
    expect(terminal.out[1]).toMatch(
      /paid, not fulfilled +paid, not fulfilled +onPayment was called 2 times and has not succeeded$/,
    );
    expect(terminal.out[2]).toMatch(/^UNRESOLVED: 1 of 1 open since/);
    isBroken = false;
    expect(await type('reconcile')).toBe(0);
    expect(terminal.out.at(-2)).toMatch(/paid, not fulfilled +completed$/);
    expect(new Set(calls)).toEqual(new Set(['A-1:payment']));
    expect(calls).toHaveLength(3);
  });

  it('is clear about a page that may still be paid, and unclear when the gateway is silent after that', async () => {
    const { harness, terminal, type } = shop();
    await harness.session('A-1');
    expect(await type('reconcile')).toBe(0);
    expect(terminal.out[1]).toMatch(/open +open +may still be paid$/);
    harness.advance(20 * MINUTE);
    harness.gateway.down.add('retrieve');
    expect(await type('reconcile')).toBe(1);
    expect(terminal.out.at(-2)).toMatch(/open +open +the gateway did not answer/);
  });

  it('looks no further back than --since', async () => {
    const { harness, terminal, type } = shop();
    await harness.session('A-1');
    harness.advance(2 * DAY);
    expect(await type('reconcile --since 24h --json')).toBe(0);
    expect(JSON.parse(terminal.out[0] ?? '')).toMatchObject({ ok: true, sessions: [] });
    harness.gateway.down.add('retrieve');
    expect(await type('reconcile --since 3d --json')).toBe(1);
    expect(JSON.parse(terminal.out[1] ?? '')).toMatchObject({
      ok: false,
      sessions: [{ orderReference: 'A-1', amount: '49.90', currency: 'EUR', was: 'open', clear: false }],
    });
    expect(terminal.out).toHaveLength(2);
  });

  it('tells a handler that throws, and settles the rest', async () => {
    const { harness, terminal, type } = shop();
    const broken = await harness.session('A-1');
    harness.advance(1);
    const whole = await harness.session('A-2');
    harness.gateway.pay();
    harness.advance(20 * MINUTE);
    const { settle } = harness.handler;
    harness.handler = {
      ...harness.handler,
      settle: (id) => (id === broken ? Promise.reject(new Error('Disk full\n  at here')) : settle(id)),
    };
    expect(await type('reconcile')).toBe(1);
    expect(terminal.out[1]).toMatch(new RegExp(`^${broken} .*open +open +Disk full$`));
    expect(terminal.out[2]).toMatch(new RegExp(`^${whole} .*completed$`));
  });

  it('tells how far it is after a second', async () => {
    const { harness, terminal, type } = shop();
    await harness.session('A-1');
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      harness.gateway.before.retrieve = () => {
        resolve();
        return new Promise<void>((go) => {
          answer = go;
        });
      };
    });
    const done = type('reconcile');
    await asked;
    terminal.pass(1_000);
    expect(terminal.err).toEqual(['Settling, 0 of 1 sessions … 1 s']);
    answer();
    expect(await done).toBe(0);
  });
});

describe('findOpen', () => {
  it('reads a long list page by page, also through many sessions of one millisecond', async () => {
    const store = memoryStore({ now: () => 0 });
    for (let index = 0; index < 1_300; index++) {
      const createdAt = index < 100 ? index : 100;
      await store.createSession(record({ status: 'open', createdAt }), [], 0);
    }
    const late = record({ status: 'open', createdAt: 200 });
    await store.createSession(late, [], 0);
    const owed = await paid(store, { createdAt: 300 });
    const done = await paid(store, { createdAt: 400 });
    await store.startFulfilment(done.orderReference, true);
    await store.completeFulfilment(done.orderReference, true, []);
    let looked = 0;
    const handler = { test: true } as CheckoutHandler;
    const found = await findOpen({ handler, store }, 50, (count) => {
      looked = count;
    });
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(1_252);
    expect(found.slice(-2)).toEqual([late.id, owed.id]);
    expect(looked).toBe(1_253);
  });
});

describe('--handler', () => {
  it.each([
    [
      'export const store = {};',
      /exports no handler, but store\. Expected what createCheckoutHandler returns/,
    ],
    ['export const handler = { settle() {}, close() {} };', /exports a handler without a store/],
    ['export default 1;', /exports no handler/],
    ['throw new Error("No DATABASE_URL.");', /cannot be loaded: No DATABASE_URL\./],
  ])('refuses a module that is none: %s', async (code, why) => {
    const terminal = openTerminal({ cwd: folder.path });
    expect(await terminal.type(`reconcile --handler ${moduleOf(code)}`)).toBe(1);
    expect(terminal.err.join('\n')).toMatch(why);
    expect(terminal.err.join('\n')).not.toMatch(/\n\s+at /);
  });

  it('says that a file is missing, and that the store does not open', async () => {
    const terminal = openTerminal({ cwd: folder.path });
    expect(await terminal.type('replay x --handler nowhere.mjs')).toBe(1);
    expect(terminal.err[0]).toMatch(/"nowhere\.mjs" is missing: there is no \/.*nowhere\.mjs/);
    const closed = shop();
    closed.harness.store.ready = async () => {
      throw new Error('connect ECONNREFUSED');
    };
    expect(await closed.type('reconcile')).toBe(1);
    expect(closed.terminal.err[0]).toMatch(/The store of ".*" does not open: connect ECONNREFUSED/);
  });

  it('takes both from the default export, and closes both', async () => {
    const { harness } = shop();
    const closed: string[] = [];
    const close = harness.store.close;
    harness.store.close = async () => {
      closed.push('store');
      await close();
    };
    const handler = {
      ...harness.handler,
      close: async () => {
        closed.push('handler');
      },
    };
    Object.assign(globalThis, { both: { handler, store: harness.store } });
    const terminal = openTerminal({ cwd: folder.path });
    expect(await terminal.type(`reconcile --handler ${moduleOf('export default globalThis.both;')}`)).toBe(0);
    expect(closed).toEqual(['handler', 'store']);
  });
});
