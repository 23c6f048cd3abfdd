import { describe, expect, it } from 'vitest';
import { defaultTimeouts } from '../../src/checkout/settings.ts';
import { returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import { settle } from '../support/fakeClock.ts';
import { type Answer, modelFixture, SHOP } from '../support/modelFixture.ts';

describe('the checkout model', () => {
  const at = modelFixture();

  it('shows the page, hears the return, asks, and tells the outcome once', async () => {
    await at.load();
    at.reply = { status: 'completed', orderReference: 'A-1' };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    expect(at.phase()).toBe('confirming');
    await at.time().advance(0);
    expect(at.endings).toEqual([{ outcome: 'completed', sessionId: 's1', orderReference: 'A-1' }]);
    expect(at.closed).toEqual([]);
    expect(at.model.state.peek().frameUrl).toBe('');
    await at.time().advance(defaultTimeouts.successMessage);
    expect(at.closed).toEqual(at.endings);
  });

  it('T42 finds the outcome within 5 s without any message', async () => {
    await at.load();
    at.reply = { status: 'completed' };
    await at.time().advance(5000);
    expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('takes a later load of the frame as a reason to look', async () => {
    await at.load();
    await at.time().advance(2000);
    at.model.frameLoaded();
    await at.time().advance(0);
    expect(at.asked).toEqual(['s1']);
  });

  it('T23 a hostile "failure" changes nothing but one question', async () => {
    await at.load();
    at.window.message(returnedMessage('s1', 'failure'), SHOP, at.frame);
    await at.time().advance(400);
    expect([at.phase(), at.asked.length]).toEqual(['confirming', 1]);
    at.reply = { status: 'completed' };
    await at.time().advance(5000);
    expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('T33 keeps the session when the page goes away under an open checkout, and only then', async () => {
    await at.load();
    at.window.emit('pagehide');
    expect(at.kept).toEqual(['s1']);
    at.model.abandon();
    at.window.emit('pagehide');
    expect(at.kept).toEqual(['s1']);
  });

  it('has nothing to resume, and watches the page no more, once the outcome was told', async () => {
    at.config = { ...at.config, presentation: 'inline' };
    await at.load();
    expect(at.kept).toEqual(['s1']);
    at.reply = { status: 'completed' };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(0);
    expect([at.phase(), at.endings.length, at.model.state.peek().reported, at.kept]).toEqual([
      'ended',
      1,
      true,
      [],
    ]);
    at.window.emit('offline');
    at.window.emit('pagehide');
    expect([at.model.state.peek().pageHidden, at.endings.length]).toEqual([false, 1]);
  });

  it.each([
    ['failed', 'held', 2],
    // It goes by itself, and the shop may be on its way already.
    ['completed', 'none', 1],
  ] as const)('our history entry is off when %s is told, and %s after it', async (status, after, length) => {
    const stack: unknown[] = [null];
    const history = {
      scrollRestoration: 'auto',
      get state() {
        return stack.at(-1);
      },
      pushState: (state: unknown) => stack.push(state),
      back() {},
    };
    Object.assign(at.window, { history });
    at.config = { ...at.config, presentation: 'modal' };
    await at.load();
    expect(stack).toHaveLength(2);
    at.reply = { status };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(0);
    expect([at.phase(), at.endings], 'the browser takes its time').toEqual(['ended', []]);
    stack.pop();
    at.window.emit('popstate', { stopImmediatePropagation() {} });
    expect(at.endings).toMatchObject([{ outcome: status }]);
    expect([at.phase(), at.model.state.peek().backEntry, stack.length]).toEqual(['ended', after, length]);
  });

  it('closes when the customer has seen how it ended, and only then', async () => {
    await at.load();
    at.model.dismiss();
    expect(at.phase()).toBe('paying');
    at.reply = { status: 'completed' };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(0);
    expect([at.phase(), at.closed]).toEqual(['ended', []]);
    at.model.dismiss();
    expect([at.phase(), at.closed]).toEqual(['closed', at.endings]);
  });

  it('a dialog that the page hides is paid on the full page', async () => {
    await at.load();
    await at.time().advance(1_000);
    at.model.dialogHidden();
    expect(at.model.state.peek().dialogHidden).toBe(true);
    expect(at.went).toEqual(['https://pay.example/1']);
    expect(at.events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ code: 'frame_blocked' }),
    });
  });

  it('T49 hears nothing of other tabs', async () => {
    await at.load();
    at.window.emit('storage', {
      key: 'hpp-checkout',
      newValue: JSON.stringify(returnedMessage('s1', 'success')),
    });
    expect(at.phase()).toBe('paying');
  });

  it('is paid when the server says pending first, and for some time', async () => {
    await at.load();
    at.reply = { status: 'pending' };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(20_000);
    at.reply = { status: 'completed' };
    await at.time().advance(10_000);
    expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('is pending at once when the gateway says that the money comes later', async () => {
    await at.load();
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(1_500);
    at.reply = { status: 'pending', reason: 'processing', orderReference: 'A-1' };
    await at.time().advance(2_500);
    expect(at.endings).toEqual([
      { outcome: 'pending', sessionId: 's1', orderReference: 'A-1', reason: 'processing' },
    ]);
  });

  it('is pending when the server has not decided after a minute', async () => {
    await at.load();
    at.reply = { status: 'pending' };
    at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
    await at.time().advance(59_000);
    expect([at.phase(), at.model.state.peek().slow]).toEqual(['confirming', true]);
    await at.time().advance(1000);
    expect(at.endings).toMatchObject([{ outcome: 'pending' }]);
  });

  it('asks before it believes a close, and gives up after 3 s', async () => {
    await at.load();
    at.model.close();
    await at.time().advance(0);
    expect(at.endings).toMatchObject([{ outcome: 'closed', sessionId: 's1' }]);
  });

  it('closes after 3 s when the server is silent', async () => {
    await at.load();
    (at.window.asWindow.navigator as { onLine: boolean }).onLine = false;
    at.model.close();
    await at.time().advance(2999);
    expect(at.endings).toEqual([]);
    await at.time().advance(1);
    expect(at.endings).toMatchObject([{ outcome: 'closed' }]);
  });

  it('asks back only a customer who has been inside the page', async () => {
    await at.load();
    at.window.emit('blur');
    at.model.close();
    expect(at.phase()).toBe('confirmingClose');
    at.model.stay();
    expect(at.phase()).toBe('paying');
  });

  it('takes a switch to another tab for no visit of the page', async () => {
    await at.load();
    Object.assign(at.window.asWindow.document, { isFocused: false });
    at.window.emit('blur');
    at.model.close();
    expect(at.phase()).toBe('closing');
  });

  it('F6 renews an address that is too old to be shown, naming the old session', async () => {
    let arrive = (_: Answer) => {};
    await at.start(new Promise<Answer>((resolve) => (arrive = resolve)), at.session(2));
    await at.time().advance(1000);
    // The machine slept: only the wall clock has seen it.
    at.time().wallOffset += 100_000;
    arrive(at.session(1));
    await settle();
    expect(at.requests).toEqual([['renew', 's1']]);
    expect(at.model.state.peek().frameUrl).toBe('https://pay.example/2');
  });

  it('renews an address that dies before its page has loaded', async () => {
    await at.start(at.session(1), at.session(2));
    await at.time().advance(120_000);
    expect(at.requests).toEqual([['renew', 's1']]);
    expect([at.phase(), at.model.state.peek().frameUrl]).toEqual(['loading', 'https://pay.example/2']);
  });

  it('shows a short-lived address in the end, rather than asking for ever', async () => {
    const dead = (n: number) => at.session(n, { expiresInMs: 0 });
    await at.start(dead(1), dead(2), dead(3), dead(4));
    expect(at.requests).toHaveLength(2);
    expect(at.model.state.peek().frameUrl).toBe('https://pay.example/3');
  });

  it('F8 asks at zero and covers the page only when the server says open', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(60_000);
    expect(at.model.state.peek().remainingMs).toBe(60_000);
    expect(at.events).toContainEqual({ type: 'expiring', sessionId: 's1', remainingMs: 60_000 });
    at.reply = { status: 'pending' };
    await at.time().advance(60_000);
    expect([at.phase(), at.model.state.peek().remainingMs]).toEqual(['paying', null]);
    at.reply = { status: 'open' };
    await at.time().advance(5000);
    expect(at.phase()).toBe('expired');
    expect(at.model.state.peek().frameUrl).not.toBe('');
  });

  it('F26 sees on waking that the time is over', async () => {
    await at.load();
    at.window.emit('blur');
    at.time().wallOffset += 3_600_000;
    at.window.emit('pageshow');
    await at.time().advance(0);
    expect(at.phase()).toBe('expired');
  });

  it('has no countdown after load when only the address expires', async () => {
    at.config = { ...at.config, expiry: 'address' };
    await at.load();
    await at.time().advance(200_000);
    expect([at.phase(), at.model.state.peek().remainingMs]).toEqual(['paying', null]);
  });

  it('starts again: waits while the server still knows an open payment, then shows the new page', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(120_000);
    at.answers = [{ status: 409, body: { code: 'session_in_progress', retryAfterMs: 3000 } }, at.session(2)];
    at.model.startAgain();
    await settle();
    expect([at.phase(), at.model.state.peek().waitingFor, at.model.state.peek().frameUrl]).toEqual([
      'renewing',
      'earlierPayment',
      'https://pay.example/1',
    ]);
    await at.time().advance(3000);
    expect(at.requests).toEqual([
      ['renew', 's1'],
      ['renew', 's1'],
    ]);
    expect([at.phase(), at.model.state.peek().frameUrl]).toEqual(['loading', 'https://pay.example/2']);
    at.asked = [];
    at.model.frameLoaded();
    await at.time().advance(5000);
    expect(new Set(at.asked)).toEqual(new Set(['s2']));
  });

  it.each([0, -1, 1e-9, 1e12, 2_147_483_648])(
    'T74 a server that says "in progress, again in %s ms" is asked at a bearable pace, and goes on being asked',
    async (retryAfterMs) => {
      const answer = { status: 409, body: { code: 'session_in_progress', retryAfterMs } };
      await at.start(...Array.from({ length: 2_000 }, () => answer));
      await at.time().advance(310_000);
      expect(at.requests.length).toBeLessThanOrEqual(622);
      // Beside the one at the click.
      expect(at.requests.length).toBeGreaterThanOrEqual(1);
    },
  );

  it('T10 says that another tab has the page when that is what a new one has to wait for', async () => {
    at.channel = { postMessage() {}, close() {} } as never as BroadcastChannel;
    const inProgress = (sessionId: string) => ({
      status: 409,
      body: { code: 'session_in_progress', retryAfterMs: 5000, sessionId },
    });
    let arrive = (_: Answer) => {};
    await at.start(new Promise<Answer>((resolve) => (arrive = resolve)), inProgress('s0'), at.session(2));
    at.channel.onmessage?.({ data: 'here s1' } as MessageEvent);
    arrive(inProgress('s1'));
    await settle();
    expect([at.phase(), at.model.state.peek().waitingFor]).toEqual(['creating', 'otherTab']);
    // One that no tab shows: an earlier visit.
    await at.time().advance(5000);
    expect(at.model.state.peek().waitingFor).toBe('earlierPayment');
    await at.time().advance(5000);
    expect([at.phase(), at.model.state.peek().waitingFor]).toEqual(['loading', null]);
  });

  it('is completed when the order turns out to be paid while starting again', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(120_000);
    at.answers = [
      { status: 409, body: { code: 'already_completed', sessionId: 's1', orderReference: 'A-1' } },
    ];
    at.model.startAgain();
    await settle();
    expect(at.endings).toEqual([{ outcome: 'completed', sessionId: 's1', orderReference: 'A-1' }]);
  });

  it('shows completed at once for an order that is paid already', async () => {
    await at.start({ status: 409, body: { code: 'already_completed', sessionId: 's9' } });
    expect(at.endings).toEqual([{ outcome: 'completed', sessionId: 's9' }]);
  });

  it.each<[string, Answer, string]>([
    ['F4 an error page', { status: 500, body: null }, 'session_create_failed'],
    ['F4 an answer that is no session', { status: 200, body: { ok: true } }, 'session_create_failed'],
    ['T14 a hostile address', at.session(1, { redirectUrl: 'javascript:alert(1)' }), 'invalid_redirect_url'],
  ])('%s is %s', async (_name, answer, code) => {
    await at.start(answer);
    expect(at.endings).toMatchObject([{ error: { code } }]);
    expect(at.events).toContainEqual({ type: 'error', error: expect.objectContaining({ code }) });
    expect(at.model.state.peek().frameUrl).toBe('');
  });

  it('F1 no answer is session_create_failed', async () => {
    await at.start(Promise.reject(new TypeError('Failed to fetch')));
    expect(at.endings).toMatchObject([{ error: { code: 'session_create_failed', recoverable: true } }]);
  });

  describe.each([Number.POSITIVE_INFINITY, 2 ** 31])('T74 `timeouts` of %s do not end at once', (ms) => {
    it('for the session', async () => {
      at.config = { ...at.config, timeouts: { ...at.config.timeouts, session: ms } };
      await at.start();
      await at.time().advance(600_000);
      expect([at.phase(), at.endings]).toEqual(['creating', []]);
    });

    it('for the outcome', async () => {
      at.config = { ...at.config, timeouts: { ...at.config.timeouts, confirm: ms } };
      await at.load();
      at.reply = { status: 'pending' };
      at.window.message(returnedMessage('s1', 'success'), SHOP, at.frame);
      await at.time().advance(100_000);
      expect([at.phase(), at.endings]).toEqual(['confirming', []]);
    });
  });

  it('F3 takes the request back after 15 s', async () => {
    await at.start();
    await at.time().advance(15_000);
    expect(at.endings).toMatchObject([{ error: { code: 'session_create_timeout', recoverable: true } }]);
  });

  it('names a lost network', async () => {
    (at.window.asWindow.navigator as { onLine: boolean }).onLine = false;
    await at.start(Promise.reject(new TypeError('Failed to fetch')));
    expect(at.endings).toMatchObject([{ error: { code: 'offline' } }]);
  });

  it('F9 F12 a page that loaded and that nobody touched for 4 s may be a refused one', async () => {
    await at.load();
    await at.time().advance(3999);
    expect(at.model.state.peek().slow).toBe(false);
    await at.time().advance(1);
    expect([at.phase(), at.model.state.peek().slow]).toEqual(['paying', true]);
    at.window.emit('blur');
    expect(at.model.state.peek().slow).toBe(false);
  });

  it('a page that the customer is using is none', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(60_000);
    expect(at.model.state.peek().slow).toBe(false);
  });

  it('F10 names a page that does not load, keeps the frame and watches the server', async () => {
    await at.start(at.session(1));
    await at.time().advance(8000);
    expect(at.model.state.peek().slow).toBe(true);
    await at.time().advance(7000);
    expect(at.model.state.peek().slow).toBe(true);
    expect(at.events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ code: 'frame_load_timeout', recoverable: true }),
    });
    expect(at.model.state.peek().frameUrl).toBe('https://pay.example/1');
    at.reply = { status: 'completed' };
    await at.time().advance(5000);
    expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it("F13 names the shop's own policy that keeps the frame out", async () => {
    await at.start(at.session(1));
    at.window.emit('securitypolicyviolation', {
      effectiveDirective: 'img-src',
      blockedURI: 'https://pay.example/1',
    });
    at.window.emit('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://other.example',
    });
    at.window.emit('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://pay.example',
      disposition: 'report',
    });
    expect(at.model.state.peek().blockedBy).toBe('');
    at.window.emit('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://pay.example',
    });
    expect(at.model.state.peek().blockedBy).toBe('frame-src');
    expect(at.events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ code: 'frame_blocked' }),
    });
  });

  it('F27 looks as soon as a hidden tab is seen again, when its timers have run late or not at all', async () => {
    await at.load();
    await at.time().advance(2_000);
    at.asked = [];
    at.window.emit('visibilitychange');
    await at.time().advance(0);
    expect(at.asked).toEqual(['s1']);
  });

  it('F28 looks as soon as the network is back', async () => {
    await at.load();
    const navigator = at.window.asWindow.navigator as { onLine: boolean };
    navigator.onLine = false;
    at.window.emit('offline');
    expect(at.model.state.peek().online).toBe(false);
    await at.time().advance(30_000);
    expect(at.asked).toEqual([]);
    navigator.onLine = true;
    at.window.emit('online');
    await at.time().advance(0);
    expect([at.model.state.peek().online, at.asked.length]).toEqual([true, 1]);
  });

  it('a dead address is not opened on the full page: a fresh one is', async () => {
    at.config = { ...at.config, expiry: 'address' };
    await at.load();
    await at.time().advance(10_000);
    at.model.openFullPage();
    expect(at.went).toEqual(['https://pay.example/1']);
    await at.time().advance(120_000);
    at.answers = [at.session(2)];
    at.model.openFullPage();
    await settle();
    expect(at.requests).toEqual([['renew', 's1']]);
    expect(at.went).toEqual(['https://pay.example/1', 'https://pay.example/2']);
    expect(at.model.state.peek().frameUrl, 'the page is for the whole window').toBe('');
  });

  it('F57 a customer whom a bank’s page has kept from leaving goes to the full page when asked again', async () => {
    await at.load();
    at.model.openFullPage();
    // The browser has asked "Leave this page?", and was told to stay: nobody hears of it.
    at.model.openFullPage();
    expect(at.went).toEqual(['https://pay.example/1', 'https://pay.example/1']);
  });

  it('F26 takes no life from a wall clock that is set back, and notices one that runs ahead', async () => {
    await at.load();
    at.window.emit('blur');
    at.window.clock.wallOffset -= 3_600_000;
    at.window.emit('pageshow');
    await at.time().advance(50_000);
    expect([at.phase(), at.asked.length > 0, at.model.state.peek().remainingMs]).toEqual([
      'paying',
      true,
      null,
    ]);
    at.window.clock.wallOffset += 2 * 3_600_000;
    at.window.emit('pageshow');
    await at.time().advance(1000);
    expect(at.phase()).toBe('expired');
  });

  it('a payment that is seen while a new page is asked for wins, and the new page is never shown', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(120_000);
    await at.time().advance(1000);
    expect(at.phase()).toBe('expired');
    at.reply = { status: 'completed' };
    let arrive = (_: Answer) => {};
    at.answers = [
      new Promise<Answer>((resolve) => {
        arrive = resolve;
      }),
    ];
    at.model.startAgain();
    await at.time().advance(5000);
    expect(at.endings).toMatchObject([{ outcome: 'completed', sessionId: 's1' }]);
    arrive(at.session(2));
    await settle();
    expect(at.model.state.peek().frameUrl).toBe('');
    expect(at.endings).toHaveLength(1);
  });
});
