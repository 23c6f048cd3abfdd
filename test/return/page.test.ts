import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Island } from '../../src/protocol/page/returnIsland.ts';

const STATES = ['confirming', 'completed', 'failed', 'expired', 'slow', 'pending'];
const island: Island = {
  session: 'a'.repeat(32),
  merchantOrigins: ['https://shop.example'],
  hint: 'success',
  statusUrl: 'https://shop.example/checkout/session/1',
  next: { completed: 'https://shop.example/thanks', failed: null, pending: null, other: null },
};

/** Answers of the status address, in turn; the last one is repeated. */
async function openPage(answers: (object | Error)[], change: Partial<Island> = {}) {
  document.body.innerHTML = `${STATES.map((state) => `<section data-when="${state}"${state === 'confirming' ? '' : ' hidden'}></section>`).join('')}
    <script type="application/json" id="checkout">${JSON.stringify({ ...island, ...change })}</script>`;
  document.body.dataset.state = 'confirming';
  history.replaceState(null, '', '/checkout/return/1/success?Status=PROCESSED&Signature=x');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return Response.json(answer);
  });
  const went: string[] = [];
  vi.spyOn(location, 'assign').mockImplementation((url) => {
    went.push(String(url));
  });
  vi.resetModules();
  await import('../../src/return/page.ts');
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('[data-when]')]
      .filter(({ hidden }) => !hidden)
      .map(({ dataset }) => dataset.when);
  return { asked, went, shown };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the return page on its own', () => {
  it('F20 asks until it is final, shows the result, goes on to the shop', async () => {
    const page = await openPage([{ status: 'open' }, { status: 'pending' }, { status: 'completed' }]);
    expect(page.shown()).toEqual(['confirming']);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(page.asked).toHaveLength(3);
    expect(page.shown()).toEqual(['completed']);
    expect(page.went).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(page.went).toEqual(['https://shop.example/thanks']);
  });

  it('keeps to the server’s pace', async () => {
    const page = await openPage([{ status: 'open', retryAfterMs: 10_000 }]);
    await vi.advanceTimersByTimeAsync(30_500);
    expect(page.asked).toHaveLength(4);
  });

  it.each([0, -1, 1e300, 2_147_483_648, Number.NaN])(
    'T74 asks neither without end nor never when told to wait %s ms',
    async (retryAfterMs) => {
      const page = await openPage([{ status: 'open', retryAfterMs }]);
      await vi.advanceTimersByTimeAsync(610_000);
      expect(page.asked.length).toBeLessThanOrEqual(130);
      expect(page.asked.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('F29 a status that fails or makes no sense is no outcome; after a minute leaving is said to be safe', async () => {
    const page = await openPage([new Error('offline'), { status: 'paid' }, { code: 'internal_error' }]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(page.shown()).toEqual(['confirming']);
    await vi.advanceTimersByTimeAsync(40_000);
    expect(page.shown()).toEqual(['slow']);
    expect(page.went).toEqual([]);
  });

  it('goes on to the pending address once the server has called the payment pending for 20 s', async () => {
    const next = { ...island.next, pending: 'https://shop.example/voucher' };
    const page = await openPage([{ status: 'pending' }], { next });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(page.went).toEqual([]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(page.went).toEqual(['https://shop.example/voucher']);
    const asked = page.asked.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.asked).toHaveLength(asked);
  });

  it('says at once that the money comes later, and follows what becomes of it', async () => {
    const answers: object[] = [{ status: 'pending', reason: 'processing' }];
    const page = await openPage(answers);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.shown()).toEqual(['pending']);
    await vi.advanceTimersByTimeAsync(70_000);
    expect([page.shown(), page.went]).toEqual([['pending'], []]);
    answers.splice(0, 1, { status: 'completed' });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.went).toEqual(['https://shop.example/thanks']);
  });

  it('goes on to the pending address as soon as the money is known to come later', async () => {
    const next = { ...island.next, pending: 'https://shop.example/voucher' };
    const page = await openPage([{ status: 'pending' }, { status: 'pending', reason: 'processing' }], {
      next,
    });
    await vi.advanceTimersByTimeAsync(400);
    expect(page.went).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(page.went).toEqual(['https://shop.example/voucher']);
  });

  it.each([{ status: 'open' }, new Error('offline')])(
    'stays where the server does not call it pending: %s',
    async (answer) => {
      const next = { ...island.next, pending: 'https://shop.example/voucher' };
      const page = await openPage([answer], { next });
      await vi.advanceTimersByTimeAsync(70_000);
      expect(page.went).toEqual([]);
      expect(page.shown()).toEqual(['slow']);
    },
  );

  it('stays where the shop has named no address', async () => {
    const page = await openPage([{ status: 'failed' }]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.shown()).toEqual(['failed']);
    expect(page.went).toEqual([]);
  });

  describe('in an app', () => {
    const heard: unknown[] = [];
    const app = { hppCheckout: { postMessage: (text: string) => heard.push(JSON.parse(text)) } };
    const said = (outcome: string) => ({
      ns: 'hpp-checkout',
      v: 1,
      type: 'outcome',
      outcome,
      sessionId: island.session,
      orderReference: 'A-1',
    });
    beforeEach(() => {
      heard.splice(0);
      sessionStorage.clear();
      vi.stubGlobal('webkit', { messageHandlers: app });
    });

    it('tells it each outcome once, and goes on to its address', async () => {
      const address = 'myshop://paid?order=A-1';
      const next = { completed: address, failed: address, pending: address, other: address };
      const answers = [{ status: 'completed', orderReference: 'A-1' }];
      const page = await openPage(answers, { next });
      await vi.advanceTimersByTimeAsync(3_000);
      expect(heard).toEqual([said('completed')]);
      expect(page.went).toEqual([address]);
      await openPage(answers, { next });
      await vi.advanceTimersByTimeAsync(3_000);
      expect(heard).toHaveLength(1);
    });

    it('tells it that a payment is pending, and what became of it', async () => {
      const answers: object[] = [{ status: 'pending', orderReference: 'A-1' }];
      await openPage(answers);
      await vi.advanceTimersByTimeAsync(40_000);
      expect(heard).toEqual([said('pending')]);
      answers.splice(0, 1, { status: 'failed', orderReference: 'A-1' });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(heard).toEqual([said('pending'), said('failed')]);
    });

    it('tells it once also where the web view keeps nothing', async () => {
      vi.stubGlobal('sessionStorage', null);
      await openPage([{ status: 'pending', orderReference: 'A-1' }]);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(heard).toEqual([said('pending')]);
    });

    it('an app that fails changes nothing', async () => {
      vi.stubGlobal('webkit', {
        get messageHandlers() {
          throw new Error('no app today');
        },
      });
      const page = await openPage([{ status: 'completed' }]);
      await vi.advanceTimersByTimeAsync(3_000);
      expect(page.shown()).toEqual(['completed']);
      expect(page.went).toEqual(['https://shop.example/thanks']);
    });
  });

  it('T43 takes the query out of the address', async () => {
    await openPage([{ status: 'open' }]);
    expect(location.pathname + location.search).toBe('/checkout/return/1/success');
  });
});
