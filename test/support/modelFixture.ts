import { afterEach, beforeEach, expect } from 'vitest';
import { type CheckoutModel, createCheckoutModel } from '../../src/checkout/createCheckoutModel.ts';
import type { Ending } from '../../src/checkout/machine.ts';
import type { ModelEvent } from '../../src/checkout/modelOptions.ts';
import type { SessionCall } from '../../src/checkout/sessionAnswer.ts';
import { type CheckoutConfig, defaultTimeouts } from '../../src/checkout/settings.ts';
import type { SessionStatusReply } from '../../src/protocol/page/status.ts';
import { settle } from './fakeClock.ts';
import { FakeWindow } from './fakeWindow.ts';

export const SHOP = 'https://shop.example';

/** What the shop's server answers to the wish for a session. */
export interface Answer {
  status: number;
  body: unknown;
}

class FakeDocument extends FakeWindow {
  isFocused = true;
  hasFocus(): boolean {
    return this.isFocused;
  }
}

/** A model on a fake window, with what it asked for and reported. */
export interface ModelFixture {
  model: CheckoutModel;
  window: FakeWindow;
  frame: FakeWindow;
  config: CheckoutConfig;
  /** What the shop's server says of a session. */
  reply: SessionStatusReply;
  /** Answers to come; without one, a request hangs. */
  answers: (Answer | Promise<Answer>)[];
  /** Another tab of the shop, as the model hears it. */
  channel: BroadcastChannel | undefined;
  asked: string[];
  requests: [reason: string, previous: string | undefined][];
  events: ModelEvent[];
  endings: Ending[];
  closed: Ending[];
  kept: string[];
  went: string[];
  time(): FakeWindow['clock'];
  phase(): string;
  session(n: number, more?: object): Answer;
  start(...given: ModelFixture['answers']): Promise<void>;
  /** Until the hosted page is in front of the customer. */
  load(): Promise<void>;
  setOnline(online: boolean): void;
}

/**
 * A fresh fixture for each test of the suite that calls this. After each: no listener and no timer is left, and the ending was
 * told once, as was the close.
 */
export function modelFixture(): ModelFixture {
  function call(): SessionCall {
    const answer = fixture.answers.shift();
    return {
      sentAt: { monotonic: fixture.time().monotonic(), wall: fixture.time().wall() },
      reply: answer ? Promise.resolve(answer) : new Promise(() => {}),
      abort: new AbortController(),
    };
  }
  const fixture: ModelFixture = {
    time: () => fixture.window.clock,
    phase: () => fixture.model.state.peek().phase,
    session: (n, more = {}) => ({
      status: 201,
      body: {
        sessionId: `s${n}`,
        redirectUrl: `https://pay.example/${n}`,
        expiresInMs: 120_000,
        statusUrl: '/s',
        ...more,
      },
    }),
    async start(...given) {
      fixture.answers = given;
      fixture.model = createCheckoutModel({
        window: fixture.window.asWindow,
        now: () => ({ monotonic: fixture.time().monotonic(), wall: fixture.time().wall() }),
        random: () => 0,
        config: fixture.config,
        first: call(),
        request: (reason, previous) => {
          fixture.requests.push([reason, previous]);
          return call();
        },
        ask: async ({ sessionId }) => {
          fixture.asked.push(sessionId);
          return fixture.reply;
        },
        report(event) {
          fixture.events.push(event);
          if (event.type === 'outcome') fixture.endings.push(event.ending);
          if (event.type === 'closed') fixture.closed.push(event.ending);
        },
        openTabChannel: () => fixture.channel,
        keep: (session) => fixture.kept.push(session.sessionId),
        forget: () => fixture.kept.splice(0),
        goTo: (url) => fixture.went.push(url),
      });
      await settle();
    },
    async load() {
      await fixture.start(fixture.session(1));
      fixture.model.frameAttached(fixture.frame.asWindow);
      fixture.model.frameLoaded();
    },
    setOnline(online) {
      (fixture.window.asWindow.navigator as { onLine: boolean }).onLine = online;
      fixture.window.emit(online ? 'online' : 'offline');
    },
  } as ModelFixture;

  beforeEach(() => {
    const window = new FakeWindow();
    Object.assign(window, {
      navigator: { onLine: true },
      location: { href: `${SHOP}/cart` },
      document: new FakeDocument(window.clock),
    });
    Object.assign(fixture, {
      window,
      frame: Object.assign(new FakeWindow(window.clock, window), { location: { href: 'about:blank' } }),
      config: {
        presentation: 'inline',
        expiry: 'page',
        confirmClose: 'auto',
        gatewayOrigins: undefined,
        timeouts: defaultTimeouts,
      },
      reply: { status: 'open' },
      channel: undefined,
      asked: [],
      requests: [],
      events: [],
      endings: [],
      closed: [],
      kept: [],
      went: [],
    });
  });

  afterEach(async () => {
    fixture.model.abandon();
    await fixture.time().advance(60_000);
    expect(fixture.window.listenerCount, 'listeners left').toBe(0);
    const { document } = fixture.window as never as { document: FakeWindow };
    expect(document.listenerCount, 'document listeners left').toBe(0);
    expect(fixture.time().pending, 'timers left').toBe(0);
    expect(fixture.endings, 'outcomes told').toHaveLength(1);
    expect(fixture.closed, 'closes told').toEqual(fixture.endings);
  });
  return fixture;
}
