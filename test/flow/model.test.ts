import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ending } from '../../src/flow/machine.ts';
import { type CheckoutModel, createModel } from '../../src/flow/model.ts';
import type { ModelEvent } from '../../src/flow/modelOptions.ts';
import type { SessionCall } from '../../src/flow/sessionAnswer.ts';
import { defaultTimeouts, type FlowSettings } from '../../src/flow/settings.ts';
import { returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import type { SessionStatusReply } from '../../src/protocol/page/status.ts';
import { settle } from '../support/fakeClock.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

const SHOP = 'https://shop.example';

interface Answer {
  status: number;
  body: unknown;
}

describe('the checkout model', () => {
  let window: FakeWindow;
  let frame: FakeWindow;
  let settings: FlowSettings;
  let reply: SessionStatusReply;
  let asked: string[];
  let requests: [reason: string, previous: string | undefined][];
  let answers: (Answer | Promise<Answer>)[];
  let events: ModelEvent[];
  let endings: Ending[];
  let gone: Ending[];
  let kept: string[];
  let went: string[];
  let model: CheckoutModel;

  const time = () => window.clock;
  const phase = () => model.flow.peek().phase;
  const session = (n: number, more: object = {}) => ({
    status: 201,
    body: {
      sessionId: `s${n}`,
      redirectUrl: `https://pay.example/${n}`,
      expiresInMs: 120_000,
      statusUrl: '/s',
      ...more,
    },
  });

  function call(): SessionCall {
    const answer = answers.shift();
    return {
      sentAt: { monotonic: time().monotonic(), wall: time().wall() },
      reply: answer ? Promise.resolve(answer) : new Promise(() => {}),
      abort: new AbortController(),
    };
  }
  async function start(...given: typeof answers): Promise<void> {
    answers = given;
    model = createModel({
      window: window.asWindow,
      now: () => ({ monotonic: time().monotonic(), wall: time().wall() }),
      random: () => 0,
      settings,
      first: call(),
      request: (reason, previous) => {
        requests.push([reason, previous]);
        return call();
      },
      ask: async ({ sessionId }) => {
        asked.push(sessionId);
        return reply;
      },
      report: (event) => events.push(event),
      onEnding: (ending) => endings.push(ending),
      onGone: (ending) => gone.push(ending),
      keep: (session) => kept.push(session.sessionId),
      goTo: (url) => went.push(url),
    });
    await settle();
  }
  async function load(): Promise<void> {
    await start(session(1));
    model.frameAttached(frame.asWindow);
    model.frameLoaded();
  }

  beforeEach(() => {
    window = new FakeWindow();
    Object.assign(window, {
      navigator: { onLine: true },
      location: { href: `${SHOP}/cart` },
      document: Object.assign(new FakeWindow(window.clock), { hasFocus: () => true }),
    });
    frame = new FakeWindow(window.clock, window);
    settings = {
      expiry: 'page',
      fullPage: false,
      confirmClose: 'auto',
      gatewayOrigins: undefined,
      timeouts: defaultTimeouts,
    };
    reply = { status: 'open' };
    asked = [];
    requests = [];
    events = [];
    endings = [];
    gone = [];
    kept = [];
    went = [];
  });

  afterEach(async () => {
    model.abandon();
    await time().advance(60_000);
    expect(window.listenerCount, 'listeners left').toBe(0);
    expect((window.asWindow.document as never as FakeWindow).listenerCount, 'document listeners left').toBe(
      0,
    );
    expect(time().pending, 'timers left').toBe(0);
    expect(endings, 'outcomes told').toHaveLength(1);
    expect(gone, 'closes told').toEqual(endings);
  });

  it('shows the page, hears the return, asks, and tells the outcome once', async () => {
    await load();
    reply = { status: 'completed', orderReference: 'A-1' };
    window.message(returnedMessage('s1', 'success'), SHOP, frame);
    expect(phase()).toBe('confirming');
    await time().advance(0);
    expect(endings).toEqual([{ outcome: 'completed', sessionId: 's1', orderReference: 'A-1' }]);
    expect(gone).toEqual([]);
    expect(model.address.peek()).toBe('');
    await time().advance(defaultTimeouts.thanks);
    expect(gone).toEqual(endings);
  });

  it('T42 finds the outcome within 5 s without any message', async () => {
    await load();
    reply = { status: 'completed' };
    await time().advance(5000);
    expect(endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('takes a later load of the frame as a reason to look', async () => {
    await load();
    await time().advance(2000);
    model.frameLoaded();
    await time().advance(0);
    expect(asked).toEqual(['s1']);
  });

  it('T23 a hostile "failure" changes nothing but one question', async () => {
    await load();
    window.message(returnedMessage('s1', 'failure'), SHOP, frame);
    await time().advance(400);
    expect([phase(), asked.length]).toEqual(['confirming', 1]);
    reply = { status: 'completed' };
    await time().advance(5000);
    expect(endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('T33 keeps the session when the page goes away under an open checkout, and only then', async () => {
    await load();
    window.emit('pagehide');
    expect(kept).toEqual(['s1']);
    model.abandon();
    window.emit('pagehide');
    expect(kept).toEqual(['s1']);
  });

  it('T49 hears nothing of other tabs', async () => {
    await load();
    window.emit('storage', {
      key: 'hpp-checkout',
      newValue: JSON.stringify(returnedMessage('s1', 'success')),
    });
    expect(phase()).toBe('paying');
  });

  it('is pending when the server has not decided after a minute', async () => {
    await load();
    reply = { status: 'pending' };
    window.message(returnedMessage('s1', 'success'), SHOP, frame);
    await time().advance(59_000);
    expect([phase(), model.slowness.peek()]).toEqual(['confirming', 1]);
    await time().advance(1000);
    expect(endings).toMatchObject([{ outcome: 'pending' }]);
  });

  it('asks before it believes a close, and gives up after 3 s', async () => {
    await load();
    model.close();
    await time().advance(0);
    expect(endings).toMatchObject([{ outcome: 'closed', sessionId: 's1' }]);
  });

  it('closes after 3 s when the server is silent', async () => {
    await load();
    (window.asWindow.navigator as { onLine: boolean }).onLine = false;
    model.close();
    await time().advance(2999);
    expect(endings).toEqual([]);
    await time().advance(1);
    expect(endings).toMatchObject([{ outcome: 'closed' }]);
  });

  it('asks back only a customer who has been inside the page', async () => {
    await load();
    window.emit('blur');
    model.close();
    expect(phase()).toBe('doubting');
    model.stay();
    expect(phase()).toBe('paying');
  });

  it('takes a switch to another tab for no visit of the page', async () => {
    await load();
    window.asWindow.document.hasFocus = () => false;
    window.emit('blur');
    model.close();
    expect(phase()).toBe('leaving');
  });

  it('F6 renews an address that is too old to be shown, naming the old session', async () => {
    let arrive = (_: Answer) => {};
    await start(new Promise<Answer>((resolve) => (arrive = resolve)), session(2));
    await time().advance(1000);
    // The machine slept: only the wall clock has seen it.
    time().wallOffset += 100_000;
    arrive(session(1));
    await settle();
    expect(requests).toEqual([['renew', 's1']]);
    expect(model.address.peek()).toBe('https://pay.example/2');
  });

  it('renews an address that dies before its page has loaded', async () => {
    await start(session(1), session(2));
    await time().advance(120_000);
    expect(requests).toEqual([['renew', 's1']]);
    expect([phase(), model.address.peek()]).toEqual(['loading', 'https://pay.example/2']);
  });

  it('shows a short-lived address in the end, rather than asking for ever', async () => {
    const dead = (n: number) => session(n, { expiresInMs: 0 });
    await start(dead(1), dead(2), dead(3), dead(4));
    expect(requests).toHaveLength(2);
    expect(model.address.peek()).toBe('https://pay.example/3');
  });

  it('F8 asks at zero and covers the page only when the server says open', async () => {
    await load();
    await time().advance(60_000);
    expect(model.secondsLeft.peek()).toBe(60);
    expect(events).toContainEqual({ type: 'expiring', sessionId: 's1', remainingMs: 60_000 });
    reply = { status: 'pending' };
    await time().advance(60_000);
    expect([phase(), model.secondsLeft.peek()]).toEqual(['paying', null]);
    reply = { status: 'open' };
    await time().advance(5000);
    expect(phase()).toBe('expired');
    expect(model.address.peek()).not.toBe('');
  });

  it('F26 sees on waking that the time is over', async () => {
    await load();
    time().wallOffset += 3_600_000;
    window.emit('pageshow');
    await time().advance(0);
    expect(phase()).toBe('expired');
  });

  it('has no countdown after load when only the address expires', async () => {
    settings = { ...settings, expiry: 'address' };
    await load();
    await time().advance(200_000);
    expect([phase(), model.secondsLeft.peek()]).toEqual(['paying', null]);
  });

  it('starts again: waits while the server still knows an open payment, then shows the new page', async () => {
    await load();
    await time().advance(120_000);
    answers = [{ status: 409, body: { code: 'session_in_progress', retryAfterMs: 3000 } }, session(2)];
    model.startAgain();
    await settle();
    expect([phase(), model.waiting.peek(), model.address.peek()]).toEqual([
      'renewing',
      true,
      'https://pay.example/1',
    ]);
    await time().advance(3000);
    expect(requests).toEqual([
      ['renew', 's1'],
      ['renew', 's1'],
    ]);
    expect([phase(), model.address.peek()]).toEqual(['loading', 'https://pay.example/2']);
    asked = [];
    model.frameLoaded();
    await time().advance(5000);
    expect(new Set(asked)).toEqual(new Set(['s2']));
  });

  it('is completed when the order turns out to be paid while starting again', async () => {
    await load();
    await time().advance(120_000);
    answers = [{ status: 409, body: { code: 'already_completed', sessionId: 's1', orderReference: 'A-1' } }];
    model.startAgain();
    await settle();
    expect(endings).toEqual([{ outcome: 'completed', sessionId: 's1', orderReference: 'A-1' }]);
  });

  it('shows completed at once for an order that is paid already', async () => {
    await start({ status: 409, body: { code: 'already_completed', sessionId: 's9' } });
    expect(endings).toEqual([{ outcome: 'completed', sessionId: 's9' }]);
  });

  it.each<[string, Answer, string]>([
    ['F4 an error page', { status: 500, body: null }, 'session_create_failed'],
    ['F4 an answer that is no session', { status: 200, body: { ok: true } }, 'session_create_failed'],
    ['T14 a hostile address', session(1, { redirectUrl: 'javascript:alert(1)' }), 'invalid_redirect_url'],
  ])('%s is %s', async (_name, answer, code) => {
    await start(answer);
    expect(endings).toMatchObject([{ error: { code } }]);
    expect(events).toContainEqual({ type: 'error', error: expect.objectContaining({ code }) });
    expect(model.address.peek()).toBe('');
  });

  it('F1 no answer is session_create_failed', async () => {
    await start(Promise.reject(new TypeError('Failed to fetch')));
    expect(endings).toMatchObject([{ error: { code: 'session_create_failed', recoverable: true } }]);
  });

  it('F3 takes the request back after 15 s', async () => {
    await start();
    await time().advance(15_000);
    expect(endings).toMatchObject([{ error: { code: 'session_create_timeout', recoverable: true } }]);
  });

  it('names a lost network', async () => {
    (window.asWindow.navigator as { onLine: boolean }).onLine = false;
    await start(Promise.reject(new TypeError('Failed to fetch')));
    expect(endings).toMatchObject([{ error: { code: 'offline' } }]);
  });

  it('F9 F12 a page that loaded and that nobody touched for 8 s may be a refused one', async () => {
    await load();
    await time().advance(7999);
    expect(model.slowness.peek()).toBe(0);
    await time().advance(1);
    expect([phase(), model.slowness.peek()]).toEqual(['paying', 1]);
    window.emit('blur');
    expect(model.slowness.peek()).toBe(0);
  });

  it('a page that the customer is using is none', async () => {
    await load();
    window.emit('blur');
    await time().advance(60_000);
    expect(model.slowness.peek()).toBe(0);
  });

  it('F10 names a page that does not load, keeps the frame and watches the server', async () => {
    await start(session(1));
    await time().advance(8000);
    expect(model.slowness.peek()).toBe(1);
    await time().advance(7000);
    expect(model.slowness.peek()).toBe(2);
    expect(events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ code: 'frame_load_timeout', recoverable: true }),
    });
    expect(model.address.peek()).toBe('https://pay.example/1');
    reply = { status: 'completed' };
    await time().advance(5000);
    expect(endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it("F13 names the shop's own policy that keeps the frame out", async () => {
    await start(session(1));
    const { document } = window.asWindow as never as { document: FakeWindow };
    document.emit('securitypolicyviolation', {
      effectiveDirective: 'img-src',
      blockedURI: 'https://pay.example/1',
    });
    document.emit('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://other.example',
    });
    expect(model.blockedBy.peek()).toBe('');
    document.emit('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      blockedURI: 'https://pay.example',
    });
    expect(model.blockedBy.peek()).toBe('frame-src');
    expect(events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ code: 'frame_blocked' }),
    });
  });

  it('F28 looks as soon as the network is back', async () => {
    await load();
    const navigator = window.asWindow.navigator as { onLine: boolean };
    navigator.onLine = false;
    window.emit('offline');
    expect(model.online.peek()).toBe(false);
    await time().advance(30_000);
    expect(asked).toEqual([]);
    navigator.onLine = true;
    window.emit('online');
    await time().advance(0);
    expect([model.online.peek(), asked.length]).toEqual([true, 1]);
  });

  it('a dead address is not opened on the full page: a fresh one is', async () => {
    settings = { ...settings, expiry: 'address' };
    await load();
    await time().advance(10_000);
    model.openFullPage();
    expect(went).toEqual(['https://pay.example/1']);
    await time().advance(120_000);
    answers = [session(2)];
    model.openFullPage();
    await settle();
    expect(requests).toEqual([['renew', 's1']]);
    expect(went).toEqual(['https://pay.example/1', 'https://pay.example/2']);
    expect(model.address.peek(), 'the page is for the whole window').toBe('');
  });

  it('F26 takes no life from a wall clock that is set back, and notices one that runs ahead', async () => {
    await load();
    window.clock.wallOffset -= 3_600_000;
    window.emit('pageshow');
    await time().advance(50_000);
    expect([phase(), asked.length > 0, model.secondsLeft.peek()]).toEqual(['paying', true, null]);
    window.clock.wallOffset += 2 * 3_600_000;
    window.emit('pageshow');
    await time().advance(1000);
    expect(phase()).toBe('expired');
  });

  it('a payment that is seen while a new page is asked for wins, and the new page is never shown', async () => {
    await load();
    await time().advance(120_000);
    await time().advance(1000);
    expect(phase()).toBe('expired');
    reply = { status: 'completed' };
    let arrive = (_: Answer) => {};
    answers = [
      new Promise<Answer>((resolve) => {
        arrive = resolve;
      }),
    ];
    model.startAgain();
    await time().advance(5000);
    expect(endings).toMatchObject([{ outcome: 'completed', sessionId: 's1' }]);
    arrive(session(2));
    await settle();
    expect(model.address.peek()).toBe('');
    expect(endings).toHaveLength(1);
  });
});
