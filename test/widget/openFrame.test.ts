import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRedirectUrl } from '../../src/checkout/redirectUrl.ts';
import type { DialogBundle, OpenDialog, UnreadCall, WidgetContext } from '../../src/widget/bundles.ts';
import { type Deferred, deferred } from '../../src/widget/deferred.ts';
import { openFrame } from '../../src/widget/openFrame.ts';
import type { CheckoutOptions, CheckoutResult } from '../../src/widget/options.ts';
import { takeKeptSession } from '../../src/widget/takeKeptSession.ts';
import { settle } from '../support/fakeClock.ts';

const code = vi.hoisted(() => ({ load: () => Promise.resolve({}) as Promise<unknown> }));
vi.mock('../../src/widget/dialog.ts?lazy', () => ({ load: () => code.load() }));

const PAGE = 'https://pay.example/1';

describe('what stands before the dialog’s code is here', () => {
  let arrive: Deferred<unknown>;
  let reply: Deferred<Awaited<UnreadCall['reply']>>;
  let dialog: OpenDialog;
  const emit = vi.fn(() => true);
  const take = vi.fn((..._taken: Parameters<DialogBundle['open']>) => dialog);

  const host = () => document.querySelector('hpp-checkout-dialog');
  const frame = () => host()?.shadowRoot?.querySelector('iframe') ?? null;
  const shell = () => host()?.shadowRoot?.querySelector('dialog') as HTMLDialogElement;
  const answer = (redirectUrl: unknown = PAGE) =>
    reply.resolve({ status: 201, json: () => ({ sessionId: 's1', redirectUrl }) });

  /** Longer than a page that is asked for is left alone. */
  const pass = () => vi.advanceTimersByTimeAsync(500);

  function open(
    options: Partial<CheckoutOptions> = {},
    call: Partial<UnreadCall> = {},
    more: Partial<WidgetContext> = {},
  ) {
    const context = {
      options: { session: '/session', ...options },
      emit,
      loadFile: vi.fn(),
      ...more,
    } as never;
    const first = {
      sentAt: { monotonic: 0, wall: Date.now() },
      reply: reply.promise,
      abort: new AbortController(),
    };
    return openFrame(context as WidgetContext, { ...first, ...call }, isRedirectUrl);
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    emit.mockClear();
    take.mockClear();
    arrive = deferred();
    reply = deferred();
    code.load = () => arrive.promise;
    dialog = {
      result: Promise.resolve({ outcome: 'completed', sessionId: 's1' } as CheckoutResult),
      state: 'paying',
      close: vi.fn(async () => {}),
      destroy: vi.fn(),
    };
  });
  afterEach(() => {
    vi.useRealTimers();
    host()?.remove();
  });

  it('is an open dialog, and the hosted page as soon as its address is known', async () => {
    const early = open();
    await vi.advanceTimersByTimeAsync(50);
    expect([shell().open, frame(), early.state]).toEqual([true, null, undefined]);
    answer();
    await settle();
    expect(frame()?.src).toBe(PAGE);
    expect(take).not.toHaveBeenCalled();
  });

  it('asks for an address that is at hand before the browser lays the dialog out', async () => {
    open();
    answer();
    await settle();
    expect([frame()?.src, shell().open]).toEqual([PAGE, false]);
    await vi.advanceTimersByTimeAsync(0);
    expect(shell().open).toBe(true);
  });

  it('reads an answer that has come before it begins anything else, however long that takes', async () => {
    const body = deferred<unknown>();
    open({ gatewayOrigins: ['https://pay.example'] });
    reply.resolve({ status: 201, json: () => body.promise });
    await vi.advanceTimersByTimeAsync(200);
    expect([shell().open, host()?.querySelectorAll('iframe').length]).toEqual([false, 0]);
    body.resolve({ sessionId: 's1', redirectUrl: PAGE });
    await vi.advanceTimersByTimeAsync(0);
    expect([frame()?.src, shell().open, host()?.querySelectorAll('iframe').length]).toEqual([PAGE, true, 0]);
  });

  it('leaves the reply to be read by the checkout', async () => {
    let reads = 0;
    const body = { sessionId: 's1', redirectUrl: PAGE };
    const response = {
      status: 201,
      json: () => (reads++ ? Promise.reject(new TypeError('read already')) : Promise.resolve(body)),
    };
    open();
    reply.resolve({ ...response, clone: () => ({ status: 201, json: async () => body }) });
    await settle();
    expect([frame()?.src, reads]).toEqual([PAGE, 0]);
  });

  it.each([
    ['T14 another scheme', {}, 'javascript:alert(1)'],
    ['T14 plain http', {}, 'http://pay.example/1'],
    ['an origin that is not allowed', { gatewayOrigins: ['https://other.example'] }, PAGE],
    ['no address', {}, undefined],
    ['no text', {}, 1],
  ])('shows no page by itself in doubt: %s', async (_name, options, address) => {
    open(options);
    reply.resolve({ status: 201, json: () => ({ sessionId: 's1', redirectUrl: address }) });
    await settle();
    expect(frame()).toBeNull();
  });

  it('shows a page that was asked for on intent, unless it may be too old by now', async () => {
    for (const [age, shown] of [
      [20_000, PAGE],
      [31_000, undefined],
    ] as const) {
      open({}, { clickedAt: 5, sentAt: { monotonic: 0, wall: Date.now() - age } });
      answer();
      await settle();
      expect(frame()?.src).toBe(shown);
      host()?.remove();
    }
  });

  it('shows no page by itself where the whole window goes to it', async () => {
    open({ presentation: 'redirect' });
    await settle();
    expect(frame()).toBeNull();
  });

  it('hands shell and call to the checkout, and speaks for it from then on', async () => {
    const early = open();
    arrive.resolve({ open: take });
    await pass();
    await early.ready;
    expect(take).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ emit }),
      expect.objectContaining({ reply: reply.promise }),
      expect.objectContaining({ host: host() }),
      expect.any(Promise),
      expect.any(Function),
    );
    expect(early.state).toBe('paying');
    expect(await early.result).toEqual({ outcome: 'completed', sessionId: 's1' });
    await early.close();
    early.destroy();
    await settle();
    expect([dialog.close, dialog.destroy].map((one) => vi.mocked(one).mock.calls.length)).toEqual([1, 1]);
  });

  /** Whether the checkout may draw by now. */
  async function mayDraw(): Promise<boolean> {
    let isOver = false;
    take.mock.lastCall?.[3].then(() => {
      isOver = true;
    });
    await settle();
    return isOver;
  }

  it('begins nothing beside the request for the page: the checkout has its turn after it', async () => {
    open();
    arrive.resolve({ open: take });
    answer();
    await settle();
    expect([frame()?.src, take.mock.calls.length]).toEqual([PAGE, 0]);
    await vi.advanceTimersByTimeAsync(1);
    expect([shell().open, take.mock.calls.length]).toEqual([true, 0]);
    await vi.advanceTimersByTimeAsync(100);
    expect([take.mock.calls.length, await mayDraw()]).toEqual([1, true]);
  });

  it('loads the dialog’s code when the request has had time to leave; what was loaded on intent takes over at once', async () => {
    const load = vi.fn(() => arrive.promise);
    code.load = load;
    for (const [isConnected, after] of [
      [false, 0],
      [true, 1],
    ] as const) {
      load.mockClear();
      open({}, {}, { isConnected });
      answer();
      await vi.advanceTimersByTimeAsync(90);
      expect([frame()?.src, load.mock.calls.length]).toEqual([PAGE, after]);
      await vi.advanceTimersByTimeAsync(20);
      expect(load).toHaveBeenCalledOnce();
      host()?.remove();
    }
  });

  it('loads no more beside a session on its way, for a moment', async () => {
    const load = vi.fn(() => arrive.promise);
    code.load = load;
    open();
    await vi.advanceTimersByTimeAsync(390);
    expect([shell().open, load.mock.calls.length]).toEqual([true, 0]);
    await vi.advanceTimersByTimeAsync(10);
    expect(load).toHaveBeenCalledOnce();
  });

  it('leaves what it cannot show to the checkout, which is loaded at once', async () => {
    for (const options of [{ presentation: 'redirect' }, { frameAllow: 'camera' }] as const) {
      const load = vi.fn(() => arrive.promise);
      code.load = load;
      const early = open(options);
      await vi.advanceTimersByTimeAsync(50);
      expect(load).toHaveBeenCalledOnce();
      early.destroy();
    }
  });

  it('waits for a slow session for a moment only; a checkout loaded on intent is in charge meanwhile', async () => {
    open({}, {}, { isConnected: true });
    arrive.resolve({ open: take });
    await vi.advanceTimersByTimeAsync(100);
    expect([take.mock.calls.length, await mayDraw()]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(400);
    expect([await mayDraw(), frame()]).toEqual([true, null]);
  });

  it('waits for no session when there is none', async () => {
    open();
    arrive.resolve({ open: take });
    reply.reject(new TypeError('no network'));
    await vi.advanceTimersByTimeAsync(101);
    expect(await mayDraw()).toBe(true);
  });

  it('connects to the gateway at once while the session is made, and not beside the page itself', async () => {
    const connections = () => host()?.querySelectorAll('iframe').length;
    const gatewayOrigins = ['https://pay.example'];
    open({ gatewayOrigins });
    await vi.advanceTimersByTimeAsync(1);
    expect([connections(), shell().open]).toEqual([1, false]);
    await vi.advanceTimersByTimeAsync(60);
    expect(connections()).toBe(1);
    host()?.remove();
    answer();
    open({ gatewayOrigins });
    await vi.advanceTimersByTimeAsync(60);
    expect([frame()?.src, connections()]).toEqual([PAGE, 0]);
  });

  it('keeps the session of a page that may leave with the whole window, until the checkout does', async () => {
    sessionStorage.clear();
    open();
    answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(takeKeptSession()?.sessionId).toBe('s1');
  });

  it('is gone when the code is out of reach, so that the customer pays on the full page', async () => {
    const early = open();
    answer();
    const refused = expect(early.ready).rejects.toThrow('404');
    code.load = () => Promise.reject(new Error('404'));
    await pass();
    await refused;
    expect(host()).toBeNull();
    expect(emit).not.toHaveBeenCalled();
  });

  it('is gone when the code cannot be run in this page, so that the customer pays on the full page', async () => {
    const early = open();
    answer();
    const refused = expect(early.ready).rejects.toThrow('patched');
    take.mockImplementationOnce(() => {
      throw new TypeError('patched');
    });
    arrive.resolve({ open: take });
    await pass();
    await refused;
    expect(host()).toBeNull();
  });

  it('closed by the customer: out of sight at once, and closed by the checkout when that is here', async () => {
    const early = open();
    await vi.advanceTimersByTimeAsync(50);
    host()?.shadowRoot?.querySelector<HTMLElement>('.x')?.click();
    expect(shell().open).toBe(false);
    vi.mocked(dialog.close).mockImplementation(async () => {
      // An answer that is here is read first: what was shown may have been paid.
      expect(take).toHaveBeenCalledOnce();
    });
    arrive.resolve({ open: take });
    await pass();
    await early.ready;
    expect(dialog.close).toHaveBeenCalledOnce();
  });

  it('closed, and the code never comes: told as closed, and nobody is sent to the full page', async () => {
    const early = open();
    shell().dispatchEvent(new Event('cancel', { cancelable: true }));
    code.load = () => Promise.reject(new Error('404'));
    await pass();
    await early.ready;
    expect(await early.result).toEqual({ outcome: 'closed', sessionId: null });
    expect(emit.mock.calls).toEqual([['close', { outcome: 'closed', sessionId: null }]]);
    expect(host()).toBeNull();
  });

  it('taken away by the shop: gone and told at once, once, and nothing is waited for', async () => {
    const call = { abort: new AbortController() };
    const early = open({}, call);
    early.destroy();
    early.destroy();
    expect([host(), call.abort.signal.aborted]).toEqual([null, true]);
    arrive.resolve({ open: take });
    await pass();
    await early.ready;
    expect(take).not.toHaveBeenCalled();
    expect(await early.result).toEqual({ outcome: 'closed', sessionId: null });
    expect(emit.mock.calls).toEqual([['close', { outcome: 'closed', sessionId: null }]]);
  });
});
