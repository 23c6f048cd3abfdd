import { afterEach, beforeEach, expect } from 'vitest';
import type { Ending } from '../../src/flow/machine.ts';
import { type CheckoutModel, createModel } from '../../src/flow/model.ts';
import type { ModelEvent } from '../../src/flow/modelOptions.ts';
import type { SessionCall } from '../../src/flow/sessionAnswer.ts';
import { defaultTimeouts, type FlowSettings } from '../../src/flow/settings.ts';
import type { SessionStatusReply } from '../../src/protocol/page/status.ts';
import { settle } from './fakeClock.ts';
import { FakeWindow } from './fakeWindow.ts';

export const SHOP = 'https://shop.example';

/** What the shop's server answers to the wish for a session. */
export interface Answer {
  status: number;
  body: unknown;
}

/** A model on a fake window, with what it asked for and told. */
export interface ModelRig {
  model: CheckoutModel;
  window: FakeWindow;
  frame: FakeWindow;
  settings: FlowSettings;
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
  gone: Ending[];
  kept: string[];
  went: string[];
  time(): FakeWindow['clock'];
  phase(): string;
  session(n: number, more?: object): Answer;
  start(...given: ModelRig['answers']): Promise<void>;
  /** Until the hosted page is in front of the customer. */
  load(): Promise<void>;
  setOnline(online: boolean): void;
}

/**
 * A fresh rig for each test of the suite that calls this. After each: no listener and no timer is left, and the ending was
 * told once, as was the close.
 */
export function modelRig(): ModelRig {
  function call(): SessionCall {
    const answer = rig.answers.shift();
    return {
      sentAt: { monotonic: rig.time().monotonic(), wall: rig.time().wall() },
      reply: answer ? Promise.resolve(answer) : new Promise(() => {}),
      abort: new AbortController(),
    };
  }
  const rig: ModelRig = {
    time: () => rig.window.clock,
    phase: () => rig.model.flow.peek().phase,
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
      rig.answers = given;
      rig.model = createModel({
        window: rig.window.asWindow,
        now: () => ({ monotonic: rig.time().monotonic(), wall: rig.time().wall() }),
        random: () => 0,
        settings: rig.settings,
        first: call(),
        request: (reason, previous) => {
          rig.requests.push([reason, previous]);
          return call();
        },
        ask: async ({ sessionId }) => {
          rig.asked.push(sessionId);
          return rig.reply;
        },
        report: (event) => rig.events.push(event),
        onEnding: (ending) => rig.endings.push(ending),
        onGone: (ending) => rig.gone.push(ending),
        channel: rig.channel,
        keep: (session) => rig.kept.push(session.sessionId),
        goTo: (url) => rig.went.push(url),
      });
      await settle();
    },
    async load() {
      await rig.start(rig.session(1));
      rig.model.frameAttached(rig.frame.asWindow);
      rig.model.frameLoaded();
    },
    setOnline(online) {
      (rig.window.asWindow.navigator as { onLine: boolean }).onLine = online;
      rig.window.emit(online ? 'online' : 'offline');
    },
  } as ModelRig;

  beforeEach(() => {
    const window = new FakeWindow();
    Object.assign(window, {
      navigator: { onLine: true },
      location: { href: `${SHOP}/cart` },
      document: Object.assign(new FakeWindow(window.clock), { hasFocus: () => true }),
    });
    Object.assign(rig, {
      window,
      frame: new FakeWindow(window.clock, window),
      settings: {
        expiry: 'page',
        fullPage: false,
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
      gone: [],
      kept: [],
      went: [],
    });
  });

  afterEach(async () => {
    rig.model.abandon();
    await rig.time().advance(60_000);
    expect(rig.window.listenerCount, 'listeners left').toBe(0);
    const { document } = rig.window as never as { document: FakeWindow };
    expect(document.listenerCount, 'document listeners left').toBe(0);
    expect(rig.time().pending, 'timers left').toBe(0);
    expect(rig.endings, 'outcomes told').toHaveLength(1);
    expect(rig.gone, 'closes told').toEqual(rig.endings);
  });
  return rig;
}
