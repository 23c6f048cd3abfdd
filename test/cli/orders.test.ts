import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { durationText } from '../../src/cli/shop/orders/durationText.ts';
import { REASONS } from '../../src/merchant/orders/reasons.ts';
import { created, notification } from '../../src/testing/store/fixture.ts';
import { press } from '../support/payPage.ts';
import { type ShopFolder, shopFolder } from './shopTerminal.ts';
import { openTerminal } from './terminal.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let folder: ShopFolder;
beforeAll(() => {
  folder = shopFolder();
});
afterAll(() => folder.remove());

const closedWarehouse = () => {
  const state = { isBroken: true };
  const opened = folder.shop({
    handler: {
      onPayment: () => {
        if (state.isBroken) throw new Error('The warehouse is closed.\n\u001b[31mat here');
      },
    },
  });
  return { ...opened, state };
};

describe('hpp-checkout orders', () => {
  it('says that nothing is stuck', async () => {
    const { harness, terminal, type } = folder.shop();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    expect(await type('orders')).toBe(0);
    expect(await type('orders stuck --json')).toBe(0);
    expect(terminal.out[0]).toBe('Nothing is stuck.');
    expect(JSON.parse(terminal.out[1] ?? '')).toEqual({ ok: true, stuck: [], next: null });
  });

  it('tells what is stuck, why, since when and what to do: exit code 1', async () => {
    const { harness, terminal, type } = closedWarehouse();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    harness.advance(3 * 60 * MINUTE);
    await created(harness.store, {
      orderReference: 'B-7',
      status: 'unresolved',
      createdAt: harness.now() - 8 * DAY,
      pspId: '990',
    });
    await harness.store.receive(notification({ verified: true, body: { OrderReference: 'C-1', PspId: 5 } }));
    expect(await type('orders')).toBe(1);
    const text = terminal.out.join('\n');
    expect(text).toMatch(/^STUCK: \d\n/);
    expect(text).toMatch(
      /fulfilment_failing \(1\)\n {2}The order is paid, and onPayment fails.*\n {2}Do: Mend what the error names\..*"orders retry A-1"/,
    );
    expect(text).toMatch(
      / {2}A-1 +20\S+Z +3 h +49\.90 EUR +\S+ +1 +MerchantError: onPayment failed: The warehouse is closed\. \?\[31mat here/,
    );
    expect(text).toMatch(/unresolved \(1\)\n(.*\n){3} {2}B-7 +20\S+Z +8 d +10\.00 EUR +990/);
    expect(text).toMatch(/orphan_notification \(1\)\n(.*\n)+ {2}C-1 /);
    expect(text).not.toContain('\u001b');
  });

  it('lists page by page, and since a time', async () => {
    const { harness, terminal, type } = folder.shop();
    for (let index = 0; index < 3; index++) {
      const createdAt = harness.now() - (3 - index) * DAY;
      await created(harness.store, { orderReference: `U-${index}`, status: 'unresolved', createdAt });
    }
    expect(await type('orders --limit 2 --json')).toBe(1);
    const first = JSON.parse(terminal.out.at(-1) ?? '');
    expect(first).toMatchObject({ ok: false, stuck: [{ orderReference: 'U-0' }, { orderReference: 'U-1' }] });
    expect(await type(`orders --limit 2 --after ${first.next} --json`)).toBe(1);
    expect(JSON.parse(terminal.out.at(-1) ?? '')).toMatchObject({
      stuck: [{ orderReference: 'U-2', since: expect.stringMatching(/^20\S+Z$/) }],
      next: null,
    });
    expect(await type('orders --since 36h --json')).toBe(1);
    expect(JSON.parse(terminal.out.at(-1) ?? '').stuck).toHaveLength(1);
    expect(await type('orders --since 12h')).toBe(0);
  });

  it('show tells an order from the click to the fulfilment', async () => {
    const { harness, terminal, type } = folder.shop();
    const id = await harness.session('A-1');
    harness.advance(65_000);
    harness.gateway.pay();
    await harness.notify();
    expect(await type('orders show A-1')).toBe(0);
    const text = terminal.out.join('\n');
    expect(text).toMatch(/^Order A-1 \(test\): paid and fulfilled; onPayment was called once\n/);
    expect(text).toMatch(new RegExp(`${id} +completed +49\\.90 EUR`));
    expect(text).toMatch(/20\S+Z +\+0 ms +\+0 ms +customer +The customer clicked Pay/);
    expect(text).toMatch(
      /20\S+Z +\+1 min 5 s +\+1 min 5 s +gateway +The gateway delivered a signed notification: Processed/,
    );
    expect(text).toMatch(/shop +onPayment finished, attempt 1/);
    expect(await type(`orders show ${id} --json`)).toBe(0);
    expect(JSON.parse(terminal.out.at(-1) ?? '')).toMatchObject({
      ok: true,
      order: {
        orderReference: 'A-1',
        isPaid: true,
        chain: [{ type: 'session_created', sinceStartMs: 0 }, {}, {}, {}, {}],
      },
    });
  });

  it('show says who began a session: the customer, or the shop itself', async () => {
    const { harness, terminal, type } = folder.shop();
    await harness.handler.createSession('A-2');
    expect((await press(harness, { order: 'A-3' })).status).toBe(303);
    expect(await type('orders show A-2')).toBe(0);
    expect(terminal.out.join('\n')).toMatch(/shop +The shop called createSession; the session was stored/);
    expect(await type('orders show A-3')).toBe(0);
    expect(terminal.out.join('\n')).toMatch(/customer +The customer pressed the button of the pay page/);
  });

  it('names a place that no page has named, and says so once', async () => {
    const { terminal, type } = folder.shop();
    for (const place of ['zz', '99', '1.x.y']) {
      terminal.err.length = 0;
      expect(await type(`orders --after ${place}`)).toBe(2);
      expect(terminal.err.join('\n')).toContain(
        `--after: expected the place that the last page named, got "${place}".`,
      );
      expect(terminal.err.join('\n')).not.toContain('unforeseen');
    }
  });

  it('ask asks the gateway now, settles, and says what followed', async () => {
    const { harness, terminal, type } = folder.shop();
    await harness.session('A-1');
    expect(await type('orders ask A-1')).toBe(0);
    expect(terminal.out.join('\n')).toMatch(
      /: The gateway says: still under way\.\n {2}It stays "open"\.\n\nNothing followed\./,
    );
    harness.gateway.pay();
    terminal.out.length = 0;
    expect(await type('orders ask A-1')).toBe(0);
    expect(terminal.out.join('\n')).toMatch(
      /: The gateway says: paid\.\n {2}It was "open" and is "completed" now\.\n\nWhat followed:\n(.*\n).*order is paid, in its status answer\n.*onPayment finished/,
    );
    expect(harness.payments).toHaveLength(1);
    harness.gateway.down.add('retrieve');
    expect(await type('orders ask A-1 --json')).toBe(1);
    expect(JSON.parse(terminal.out.at(-1) ?? '')).toMatchObject({
      ok: false,
      sessions: [{ gateway: 'unreachable' }],
    });
  });

  it('replay is the former name of ask', async () => {
    const { harness, terminal, type } = folder.shop();
    const id = await harness.session('A-1');
    harness.gateway.pay();
    expect(await type(`replay ${id} --json`)).toBe(0);
    expect(JSON.parse(terminal.out[0] ?? '')).toMatchObject({
      ok: true,
      sessions: [{ sessionId: id, was: 'open', now: 'completed' }],
      followed: [{ type: 'completed' }, { type: 'fulfilled' }],
    });
    expect(await type('replay --order A-1')).toBe(0);
    expect(await type('replay')).toBe(2);
  });

  it('retry calls onPayment again, and fails while it fails', async () => {
    const { harness, terminal, type, state } = closedWarehouse();
    await harness.session('A-1');
    harness.gateway.pay();
    await harness.notify();
    await type('orders show A-1');
    expect(terminal.out.find((line) => line.startsWith('STUCK'))).toMatch(/, 1 attempt$/);
    terminal.out.length = 0;
    expect(await type('orders retry A-1')).toBe(1);
    expect(terminal.out[0]).toBe('onPayment failed again.');
    expect(terminal.out[1]).toMatch(/^STUCK: fulfilment_failing, since 20\S+Z, 2 attempts$/);
    state.isBroken = false;
    expect(await type('orders retry A-1')).toBe(0);
    expect(await type('orders retry A-1 --json')).toBe(0);
    expect(JSON.parse(terminal.out.at(-1) ?? '')).toMatchObject({ ok: true, result: 'nothing_owed' });
  });

  it.each([
    'A-1001',
    'two words',
    'two  spaces',
    "it's",
    "''",
    'say "hi"',
    '$(touch /tmp/hpp-checkout-owned)',
    '`id`; rm -rf ~ && echo $HOME | cat > x',
    '$& $1 $$',
    '\\',
    '*',
    '~root',
    '#1',
    '-1',
    '--json',
    'one\nline',
    '\u001b[2J',
    'a\u202eb',
    'Bestellung Nº 7 – ✓',
    'e',
    '<order>',
    'f'.repeat(32),
  ])('the printed command names the order %j, whatever the shell makes of it', async (orderReference) => {
    const { harness, file, terminal, type } = folder.shop();
    const { id } = await created(harness.store, { orderReference, status: 'unresolved' });
    expect(await type('orders')).toBe(1);
    const remedy = terminal.out.find((line) => line.startsWith('  Do: ')) ?? '';
    const [, command = ''] = /"(orders ask .*)" asks the gateway/.exec(remedy) ?? [];
    // The shell itself takes the command apart.
    const words = execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' }).split('\0');
    expect(await terminal.run([...words.slice(0, -1), '--handler', file, '--json'])).toBe(1);
    expect(JSON.parse(terminal.out.at(-1) ?? '')).toMatchObject({
      sessions: [{ sessionId: id }],
      order: { orderReference },
    });
  });

  it('several orders of one reason have one remedy, in which the order is left open', async () => {
    const { harness, terminal, type } = folder.shop();
    for (const orderReference of ['e', 'rm']) {
      await created(harness.store, { orderReference, status: 'unresolved' });
    }
    expect(await type('orders')).toBe(1);
    expect(terminal.out).toContain(`  Do: ${REASONS.unresolved.remedy}`);
  });

  it('T60 says of which mode an order is not known', async () => {
    const { harness, terminal, type } = folder.shop();
    const live = await created(harness.store, { orderReference: 'A-1', test: false });
    for (const action of ['show', 'ask', 'retry']) {
      expect(await type(`orders ${action} A-1`)).toBe(1);
      expect(terminal.err.at(-1)).toBe('The store knows no session of an order "A-1" in test mode.');
    }
    expect(await type(`orders show ${live.id}`)).toBe(1);
    expect(terminal.err.at(-1)).toContain(`Session "${live.id}" is a live one`);
  });

  it.each([
    ['orders shwo A-1', /expected one of stuck, show, ask, retry, got "shwo"\. Did you mean "show"\?/],
    ['orders show', /orders show: expected an order reference: orders show A-1001/],
    ['orders show A-1 A-2', /expected no "A-2"/],
    ['orders ask A-1 --limit 3', /orders ask: --limit is for "orders stuck"/],
    ['orders --limit 0', /--limit: expected a whole number from 1 to 1000, got "0"/],
    ['orders --since soon', /--since: expected a duration/],
    ['orders', /expected --handler <file>/],
  ])('%s is typed wrongly', async (line, why) => {
    const terminal = openTerminal({ cwd: folder.path });
    expect(await terminal.type(line)).toBe(2);
    expect(terminal.err.join('\n')).toMatch(why);
  });

  it('says that the module exports something else in the handler’s place', async () => {
    const { harness } = folder.shop();
    Object.assign(globalThis, {
      bare: { settle: harness.handler.settle, close: async () => {}, store: harness.store },
    });
    const file = folder.moduleOf('export const handler = globalThis.bare;');
    const terminal = openTerminal({ cwd: folder.path });
    expect(await terminal.type(`orders --json --handler ${file}`)).toBe(1);
    expect(JSON.parse(terminal.out[0] ?? '')).toMatchObject({ error: { code: 'no_orders' } });
  });
});

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [4_250, '4.2 s'],
  [59_999, '59.9 s'],
  [60_000, '1 min'],
  [185_000, '3 min 5 s'],
  [2 * DAY + 4 * 60 * MINUTE, '2 d 4 h'],
])('%d milliseconds read as %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
