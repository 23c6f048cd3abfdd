import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Effect, EffectContext } from '../../src/checkout/effects/effect.ts';
import { type Event, firstState, type State } from '../../src/checkout/machine.ts';
import { defaultTimeouts } from '../../src/checkout/settings.ts';
import type { CheckoutSession } from '../../src/protocol/page/session.ts';
import { FakeWindow } from './fakeWindow.ts';

export const session: CheckoutSession = {
  sessionId: 's1',
  redirectUrl: 'https://pay.example/1',
  expiresInMs: 120_000,
};

/** One effect by itself on a fake window: what it sends to the machine, and what it listens to. */
export interface EffectFixture {
  window: FakeWindow & {
    navigator: { onLine: boolean };
    location: { href: string };
    document: { hidden: boolean; activeElement: unknown };
  };
  frame: FakeWindow;
  sent: Event[];
  /** Of each listener of the window, in order: the event, and `true` if it hears it before all others. */
  heard: [type: string, capture: boolean | undefined][];
  state: State;
  /** Starts it in this state, or ends it. */
  start(effect: Effect, state?: Partial<State>, more?: Partial<EffectContext>): void;
  set(more: Partial<State>): void;
  stop(): void;
}

/** A fresh one for each test. After each the effect is stopped: it leaves no listener, no timer and no look at the state, and says no more. */
export function effectFixture(): EffectFixture {
  let current = signal<State>(firstState);
  let watchers = 0;
  let end: (() => void) | undefined;
  const fixture: EffectFixture = {
    get state() {
      return current.peek();
    },
    start(effect, state = {}, more = {}) {
      fixture.set(state);
      end = effect({
        window: fixture.window.asWindow,
        now: () => ({ monotonic: fixture.window.clock.monotonic(), wall: fixture.window.clock.wall() }),
        random: () => 0,
        config: {
          presentation: 'modal',
          expiry: 'page',
          confirmClose: 'auto',
          gatewayOrigins: undefined,
          timeouts: defaultTimeouts,
        },
        started: fixture.state,
        state: current,
        send: (event) => fixture.sent.push(event),
        ...more,
      } as EffectContext);
    },
    set(more) {
      current.value = { ...current.peek(), ...more };
    },
    stop() {
      end?.();
      end = undefined;
    },
  } as EffectFixture;

  beforeEach(() => {
    watchers = 0;
    end = undefined;
    current = signal<State>(firstState, { watched: () => watchers++, unwatched: () => watchers-- });
    const window = new FakeWindow();
    const heard: EffectFixture['heard'] = [];
    const add = window.addEventListener.bind(window);
    Object.assign(window, {
      navigator: { onLine: true },
      location: { href: 'https://shop.example/cart' },
      document: { hidden: false, activeElement: null },
      addEventListener(type: string, listener: () => void, capture?: boolean) {
        heard.push([type, capture]);
        add(type, listener);
      },
    });
    const frame = new FakeWindow(window.clock, window);
    Object.assign(fixture, { window, frame, heard, sent: [] });
  });

  afterEach(async () => {
    fixture.stop();
    expect(fixture.window.listenerCount, 'listeners left').toBe(0);
    expect(fixture.window.clock.pending, 'timers left').toBe(0);
    expect(watchers, 'looks at the state left').toBe(0);
    const said = fixture.sent.length;
    await fixture.window.clock.advance(600_000);
    expect(fixture.sent, 'said after the end').toHaveLength(said);
  });
  return fixture;
}
