import * as React from 'react';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionStatus } from '../../src/protocol/page/outcome.ts';
import { type FakeCheckout, fakeCheckout } from '../../src/testing/fake/fakeCheckout.ts';
import { createCheckout } from '../../src/widget/index.ts';
import type { Checkout, CheckoutEvent, CheckoutOptions } from '../../src/widget/options.ts';

/** One way to make checkouts, and to let an opening of the last one end. */
interface Subject {
  create(options: Partial<CheckoutOptions>): Checkout;
  end(how: 'complete' | 'fail' | 'expire' | 'close'): Promise<void>;
  refuse(): Promise<void>;
}

function fakeSubject(): Subject {
  const fake = fakeCheckout();
  return {
    create: (options) => fake.createCheckout({ session: '/session', ...options }),
    end: (how) => fake[how](),
    refuse: () => fake.refuse('session_create_failed'),
  };
}

/** The real one, with its dialog, on happy-dom: the server's answers say how it ends. */
function realSubject(): Subject {
  let status: SessionStatus = 'open';
  let made: Checkout;
  let isRefused = false;
  let count = 0;
  const passing = async (until: () => boolean) => {
    for (let turn = 0; turn < 400 && !until(); turn++) await vi.advanceTimersByTimeAsync(50);
  };
  const hosts = () =>
    [...document.querySelectorAll('hpp-checkout-dialog')].map(({ shadowRoot }) => shadowRoot);
  const press = (name: RegExp) => {
    const buttons = hosts().flatMap((root) => [...(root?.querySelectorAll('button') ?? [])]);
    buttons.find(({ textContent, ariaLabel }) => name.test(`${textContent} ${ariaLabel}`))?.click();
  };
  const frame = () => hosts().flatMap((root) => [...(root?.querySelectorAll('iframe') ?? [])])[0];
  return {
    create(options) {
      status = 'open';
      isRefused = false;
      made = createCheckout({
        presentation: 'modal',
        session: async () => {
          // A refusal is what the merchant's own function throws.
          await Promise.resolve();
          await new Promise((resolve) => setTimeout(resolve, 10));
          if (isRefused) throw new Error('no');
          return { sessionId: `s${++count}`, redirectUrl: 'https://pay.example/1' };
        },
        status: async () => ({ status, orderReference: 'A-1001' }),
        timeouts: { successMessage: 50 },
        ...options,
      });
      return made;
    },
    async end(how) {
      await passing(() => frame() !== undefined);
      frame()?.dispatchEvent(new Event('load'));
      await passing(() => made.state === 'paying');
      if (how === 'close') {
        void made.close();
      } else {
        // The focus goes into the frame: a page that nobody has used is replaced without a word.
        window.dispatchEvent(new Event('blur'));
        status = ({ complete: 'completed', fail: 'failed', expire: 'expired' } as const)[how];
        await passing(() => made.state === 'done' || hosts().length === 0);
      }
      await passing(() => {
        if (how !== 'complete') press(/close|back to/i);
        return hosts().every((root) => root === null);
      });
    },
    async refuse() {
      isRefused = true;
      await passing(() => made.state === 'done');
      await passing(() => {
        press(/close/i);
        return hosts().every((root) => root === null);
      });
    },
  };
}

// Loaded at the first open else, in a time that a clock that stands does not give it.
beforeAll(() => Promise.all([import('../../src/widget/frame.ts'), import('../../src/widget/dialog.ts')]));

describe.each([
  ['fakeCheckout', fakeSubject],
  ['createCheckout', realSubject],
])('%s', (_, subject) => {
  let told: string[];
  let events: CheckoutEvent[];
  const options: Partial<CheckoutOptions> = {
    order: 'A-1001',
    onOpen: () => void told.push('onOpen'),
    onComplete: () => void told.push('onComplete'),
    onFail: () => void told.push('onFail'),
    onExpired: () => void told.push('onExpired'),
    onPending: () => void told.push('onPending'),
    onClose: () => void told.push('onClose'),
    onError: () => void told.push('onError'),
    onEvent: (event) => void events.push(event),
  };

  beforeEach(() => {
    vi.useFakeTimers();
    document.body.innerHTML = '<section id="pay"></section>';
    told = [];
    events = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    document.body.innerHTML = '';
  });

  it.each([
    ['complete', 'completed', ['onOpen', 'onComplete', 'onClose']],
    ['fail', 'failed', ['onOpen', 'onFail', 'onClose']],
    ['expire', 'expired', ['onOpen', 'onExpired', 'onClose']],
    ['close', 'closed', ['onOpen', 'onClose']],
  ] as const)('tells for %s exactly one outcome, then exactly one onClose', async (how, outcome, calls) => {
    const { create, end } = subject();
    const checkout = create(options).mount('#pay');
    const opening = checkout.open();
    expect(checkout.state).toBe('creating');
    await end(how);
    expect(await opening).toMatchObject({ outcome });
    expect(told).toEqual(calls);
    expect(checkout.state).toBe('done');
    expect(events.at(-1)).toMatchObject({ type: 'close', detail: { outcome } });
  });

  it('gives one promise while it is open, and opens again afterwards', async () => {
    const { create, end } = subject();
    const checkout = create(options).mount('#pay');
    const first = checkout.open();
    expect(checkout.open()).toBe(first);
    await end('close');
    await first;
    const second = checkout.open();
    expect(second).not.toBe(first);
    await end('complete');
    expect(await second).toMatchObject({ outcome: 'completed' });
    expect(told).toEqual(['onOpen', 'onClose', 'onOpen', 'onComplete', 'onClose']);
  });

  it('tells of a refusal by onError, then onClose, and rejects', async () => {
    const { create, refuse } = subject();
    const checkout = create(options).mount('#pay');
    const opening = checkout.open().catch((error: { code: string }) => error.code);
    await refuse();
    expect(await opening).toBe('session_create_failed');
    expect(told).toEqual(['onOpen', 'onError', 'onClose']);
  });

  it('sends the DOM events from its button, bubbling, and stays if they are prevented', async () => {
    const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const { create, end } = subject();
    const heard: string[] = [];
    for (const type of ['open', 'complete', 'close']) {
      document.addEventListener(`hpp-checkout:${type}`, (event) => heard.push(event.type), { once: true });
    }
    const prevent = (event: Event) => event.preventDefault();
    document.addEventListener('hpp-checkout:complete', prevent);
    const checkout = create({ ...options, successUrl: '/thanks' }).mount('#pay');
    void checkout.open();
    await end('complete');
    document.removeEventListener('hpp-checkout:complete', prevent);
    expect(heard).toEqual(['hpp-checkout:open', 'hpp-checkout:complete', 'hpp-checkout:close']);
    expect(goTo).not.toHaveBeenCalled();
    void checkout.open();
    await end('complete');
    expect(goTo).toHaveBeenCalledExactlyOnceWith('/thanks');
    goTo.mockRestore();
  });

  it('is closed by destroy, with onClose and no outcome, and opens no more', async () => {
    const { create } = subject();
    const checkout = create(options).mount('#pay');
    const opening = checkout.open();
    // The page's request goes first, for a moment.
    await vi.advanceTimersByTimeAsync(200);
    checkout.destroy();
    expect(await opening).toMatchObject({ outcome: 'closed' });
    expect(told).toEqual(['onOpen', 'onClose']);
    await expect(checkout.open()).rejects.toMatchObject({ code: 'destroyed' });
  });
});

describe('fakeCheckout', () => {
  let fake: FakeCheckout;
  beforeEach(() => {
    document.body.innerHTML = '<section id="pay"></section>';
    fake = fakeCheckout();
  });

  it('records what was opened and told', async () => {
    fake.createCheckout({ session: '/session', order: 'A-1001', label: 'Buy' }).mount('#pay');
    const button = document.querySelector('#pay span')?.shadowRoot?.querySelector('button') as HTMLElement;
    expect([button.textContent, fake.isOpen]).toEqual(['Buy', false]);
    fake.press();
    expect([fake.isOpen, button.getAttribute('aria-busy')]).toEqual([true, 'true']);
    await fake.expiring(30_000);
    await fake.complete();
    expect([fake.isOpen, button.getAttribute('aria-busy')]).toEqual([false, 'false']);
    expect(fake.openings).toEqual([{ order: 'A-1001', sessionId: expect.stringMatching(/^\d{32}$/) }]);
    expect(fake.events.map(({ type }) => type)).toEqual([
      'ready',
      'open',
      'load',
      'expiring',
      'complete',
      'close',
    ]);
  });

  it('says what to do when nothing is open', async () => {
    await expect(fake.complete()).rejects.toThrow(/Press the button, or call open\(\)/);
    expect(() => fake.press()).toThrow(/no checkout is mounted/);
    expect(() => fake.checkout).toThrow(/no checkout was made/);
    expect(() => fake.createCheckout({} as never)).toThrow(/config_invalid/);
  });

  it('tells how a session ended that the customer left the page with', async () => {
    const told = vi.fn();
    const checkout = fake.createCheckout({ session: '/session', onComplete: told, onClose: told });
    expect(await checkout.resume()).toBeNull();
    fake.leave('completed');
    expect(await checkout.resume()).toMatchObject({ outcome: 'completed' });
    expect(told).toHaveBeenCalledTimes(2);
    expect(await checkout.resume()).toBeNull();
  });

  it('stands in for the hook and the button of React, with the callbacks of the newest render', async () => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    const { useCheckout, CheckoutButton } = fake.react(React);
    const told: string[] = [];
    function Pay({ name }: { name: string }) {
      const { open, state } = useCheckout({
        session: '/session',
        order: name,
        onComplete: () => void told.push(name),
      });
      return createElement('button', { id: 'own', type: 'button', onClick: () => void open() }, state);
    }
    const root = createRoot(document.querySelector('#pay') as Element);
    const render = (name: string) =>
      act(async () =>
        root.render(
          createElement(
            React.StrictMode,
            null,
            createElement(Pay, { name }),
            createElement(CheckoutButton, {
              session: '/session',
              className: 'ready',
              onFail: () => void told.push('failed'),
            }),
          ),
        ),
      );
    await render('first');
    const own = document.querySelector('#own') as HTMLButtonElement;
    await act(async () => own.click());
    expect(own.textContent).toBe('creating');
    await render('second');
    await act(() => fake.complete());
    expect([own.textContent, told]).toEqual(['done', ['second']]);
    await act(async () => fake.press());
    await act(() => fake.fail());
    expect(told).toEqual(['second', 'failed']);
    await act(async () => root.unmount());
    expect(document.querySelector('#pay')?.innerHTML).toBe('');
  });
});
