import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UnreadCall, WidgetContext } from '../../src/widget/bundles.ts';
import { warmUp } from '../../src/widget/warm.ts';
import { settle } from '../support/fakeClock.ts';

describe('what is warmed on intent', () => {
  let shared: WidgetContext;
  let mounted: AbortController;
  let target: HTMLElement;
  let call: UnreadCall;
  let reply: { status: number; json: () => unknown } | Error;
  const request = vi.fn(() => call);

  const warm = () => warmUp(shared, mounted.signal);
  const frames = () => document.querySelectorAll('iframe').length;

  beforeEach(() => {
    request.mockClear();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    mounted = new AbortController();
    target = document.body.appendChild(document.createElement('div'));
    shared = {
      options: {
        session: '/session',
        warm: 'session',
        gatewayOrigins: ['https://pay.example'],
        locale: 'en',
      },
      element: target,
      request,
      emit: () => true,
      reopen: () => {},
      trace: {},
      loadFile: () => Promise.reject(new Error('English needs no file')),
    };
    reply = { status: 201, json: () => ({}) };
    call = {
      sentAt: { monotonic: 0, wall: 0 },
      reply: settle().then(() => (reply instanceof Error ? Promise.reject(reply) : reply)),
      abort: new AbortController(),
    };
  });
  afterEach(() => {
    mounted.abort();
    document.body.replaceChildren();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is a connection and a session, once, and the session is for one open', async () => {
    warm();
    warm();
    vi.runAllTimers();
    await settle();
    expect(request.mock.calls).toEqual([['warm']]);
    expect(frames()).toBe(1);
    expect(shared.takeWarm?.()?.abort).toBe(call.abort);
    expect(shared.takeWarm?.()).toBeUndefined();
  });

  it('is nothing for a customer who saves data', () => {
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    warm();
    vi.runAllTimers();
    expect(request).not.toHaveBeenCalled();
    expect(frames()).toBe(0);
  });

  it('goes with the button: the request is taken back', () => {
    warm();
    vi.runAllTimers();
    expect(frames()).toBe(1);
    mounted.abort();
    expect(call.abort.signal.aborted).toBe(true);
    expect(shared.takeWarm?.()).toBeUndefined();
    expect(frames()).toBe(0);
  });

  it('leaves a click that has come meanwhile in front: no connection beside the page itself', () => {
    warm();
    expect(frames()).toBe(0);
    shared.isConnected = true;
    vi.runAllTimers();
    expect(frames()).toBe(0);
  });

  it('is nothing for a button that is gone by then', () => {
    warm();
    mounted.abort();
    vi.runAllTimers();
    expect(frames()).toBe(0);
  });

  it('is there again for the next mount', () => {
    warm();
    vi.runAllTimers();
    mounted.abort();
    mounted = new AbortController();
    warm();
    vi.runAllTimers();
    expect(frames()).toBe(1);
  });

  it('goes with an element that is taken away without a word', () => {
    warm();
    vi.runAllTimers();
    expect(frames()).toBe(1);
    target.remove();
    expect(frames()).toBe(0);
  });

  it.each([
    ['was refused', { status: 409, json: () => ({ code: 'session_in_progress' }) }],
    ['never arrived', new TypeError('no network')],
  ])('a session that %s is asked for again by the click', async (_name, failure) => {
    reply = failure;
    warm();
    await call.reply.catch(() => {});
    await settle();
    expect(shared.takeWarm?.()).toBeUndefined();
  });
});
