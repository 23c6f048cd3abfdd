import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isCheckoutError } from '../../src/checkout/checkoutError.ts';
import { shellStyles } from '../../src/view/shellStyles.ts';
import { styles } from '../../src/view/styles.ts';
import type { FrameBundle, UnreadCall, WidgetContext } from '../../src/widget/bundles.ts';
import { createCheckout } from '../../src/widget/createCheckout.ts';
import { type Deferred, deferred } from '../../src/widget/deferred.ts';
import { createCheckout as createOfPackage } from '../../src/widget/index.ts';
import type { Checkout, CheckoutOptions, CheckoutResult } from '../../src/widget/options.ts';
import { settle } from '../support/fakeClock.ts';

const completed: CheckoutResult = { outcome: 'completed', sessionId: 's1' };

describe('the button', () => {
  let openings: { shared: WidgetContext; first: UnreadCall }[];
  let result: Deferred<CheckoutResult>;
  let abandoned: number;
  let load: () => Promise<FrameBundle>;
  const session = vi.fn(async () => ({ sessionId: 's1', redirectUrl: 'https://pay.example/1' }));
  const create = (more: Partial<CheckoutOptions> = {}): Checkout =>
    createCheckout({ session, ...more }, () => load());

  beforeEach(() => {
    document.body.innerHTML = '<div id="here"></div><a id="link" href="/pay">Pay</a>';
    session.mockReset();
    openings = [];
    abandoned = 0;
    result = deferred();
    const stage: FrameBundle = {
      open(shared, first) {
        openings.push({ shared, first });
        return {
          result: result.promise,
          ready: Promise.resolve(),
          state: 'paying',
          close: async () => {},
          destroy() {
            abandoned++;
            result.resolve({ outcome: 'closed', sessionId: 's1' });
          },
        };
      },
      warm() {},
      label: async (_, button) => {
        if (button) button.textContent = 'Bezahlen';
      },
      diagnose: async () => ({ findings: [] }),
      resume: async () => null,
    };
    load = async () => stage;
  });
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('asks for the words of the law on a page in English too, without an amount', async () => {
    create({ locale: 'en', wording: 'order' }).mount('#here');
    const button = () => document.querySelector('#here > span')?.shadowRoot?.querySelector('button');
    await expect.poll(() => button()?.textContent).toBe('Bezahlen');
  });

  it('warm() does what a hover does, mounted or not, and asks for nothing else', async () => {
    const warmed: AbortSignal[] = [];
    const { warm, ...stage } = await load();
    load = async () => ({ ...stage, warm: (_, mounted) => void warmed.push(mounted) });
    const checkout = create({ warm: 'off' });
    await checkout.warm();
    await checkout.mount('#here').warm();
    expect(warmed.map(({ aborted }) => aborted)).toEqual([true, false]);
    checkout.destroy();
    expect(warmed.every(({ aborted }) => aborted)).toBe(true);
    expect([session.mock.calls, openings]).toEqual([[], []]);

    load = async () => Promise.reject(new Error('offline'));
    await expect(checkout.warm()).resolves.toBeUndefined();
  });

  it.each([[undefined], [null], [{}], [{ session: '' }]])('refuses %o as options', (options) => {
    expect(() => createOfPackage(options as never)).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    );
  });

  it('refuses to mount into nothing, and says into what', () => {
    expect(() => create().mount('#nowhere')).toThrow(/config_invalid: no element #nowhere/);
  });

  it('asks for the session before the dialog is loaded, once for any number of opens', async () => {
    const loading = deferred<FrameBundle>();
    const stage = await load();
    load = () => loading.promise;
    const checkout = create();
    const first = checkout.open();
    expect(checkout.open()).toBe(first);
    expect(checkout.state).toBe('creating');
    expect(session).toHaveBeenCalledOnce();
    loading.resolve(stage);
    await settle();
    expect(checkout.state).toBe('paying');
    result.resolve(completed);
    expect(await first).toBe(completed);
    expect(checkout.state).toBe('done');
    expect(openings).toHaveLength(1);
  });

  it('draws a button whose letters do not follow the root of the page', () => {
    create().mount('#here');
    const root = document.querySelector('#here span')?.shadowRoot as ShadowRoot;
    const css = root.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));
    expect(css.join()).toContain('font');
    expect([css.join(), shellStyles, styles].filter((text) => /\drem/.test(text))).toEqual([]);
  });

  it('closes an open that was not on screen yet', async () => {
    const checkout = create();
    const open = checkout.open();
    await checkout.close();
    expect(await open).toMatchObject({ outcome: 'closed' });
    expect(abandoned).toBe(1);
  });

  it('is destroyed once and for all', async () => {
    const checkout = create().mount('#here');
    checkout.destroy();
    const error = await checkout.open().catch((error: unknown) => error);
    expect([isCheckoutError(error), (error as { code: string }).code, checkout.state]).toEqual([
      true,
      'destroyed',
      'destroyed',
    ]);
    expect(document.getElementById('here')?.innerHTML).toBe('');
  });

  it('opens at a click on a link, but leaves a click for a new tab to the browser', async () => {
    create().mount('#link');
    const link = document.getElementById('link') as HTMLElement;
    const click = (init: MouseEventInit = {}) =>
      new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
    const other = click({ ctrlKey: true });
    link.addEventListener('click', (event) => event.ctrlKey && event.stopPropagation());
    link.dispatchEvent(other);
    expect([other.defaultPrevented, session.mock.calls.length]).toEqual([false, 0]);
    const plain = click();
    link.dispatchEvent(plain);
    expect([plain.defaultPrevented, session.mock.calls.length]).toEqual([true, 1]);
    expect(link.getAttribute('aria-busy')).toBe('true');
    result.resolve(completed);
    await settle();
    expect(link.getAttribute('aria-busy')).toBe('false');
  });

  it('tries the dialog again after it could not be loaded', async () => {
    const stage = load;
    const onError = vi.fn();
    const broken = { sessionId: 's1', redirectUrl: 'nowhere' };
    session.mockResolvedValueOnce(broken);
    load = () => Promise.reject(new Error('404'));
    const checkout = create({ onError });
    await expect(checkout.open()).rejects.toMatchObject({ code: 'chunk_load_failed', recoverable: true });
    expect(onError).toHaveBeenCalledOnce();
    load = stage;
    const open = checkout.open();
    result.resolve(completed);
    expect(await open).toBe(completed);
  });

  it.each([
    ['#here', () => document.querySelector('#here span')?.shadowRoot as ParentNode],
    ['#link', () => document.body],
  ])('F28 says beside %s that nothing is in reach, until it is tried again', async (where, root) => {
    const stage = load;
    const said = () => [...root().querySelectorAll('[role=alert]')].map(({ textContent }) => textContent);
    const press = () => root().querySelector<HTMLElement>('button,a')?.click();
    load = () => Promise.reject(new Error('no network'));
    session.mockRejectedValue(new TypeError('no network'));
    const onError = vi.fn();
    const checkout = create({ onError }).mount(where);
    press();
    await settle();
    expect(said()).toEqual(['Offline? Try again.']);
    press();
    await settle();
    expect([said().length, onError.mock.calls.length]).toEqual([1, 2]);

    load = stage;
    session.mockReset();
    press();
    expect(said()).toEqual([]);
    await settle();
    expect(openings).toHaveLength(1);

    load = () => Promise.reject(new Error('no network'));
    session.mockRejectedValue(new TypeError('no network'));
    result.resolve(completed);
    await settle();
    press();
    await settle();
    expect(said()).toHaveLength(1);
    const before = root();
    checkout.unmount();
    expect(before.querySelector('[role=alert]')).toBeNull();
  });

  it('never rejects for a session function that throws, but hands the failure on', async () => {
    session.mockImplementationOnce(() => {
      throw new Error('no cart');
    });
    void create().open();
    await settle();
    await expect(openings[0]?.first.reply).rejects.toThrow('no cart');
  });

  it('tells callbacks, listeners and the DOM in this order, each with the same', () => {
    const heard: string[] = [];
    const checkout = create({
      onReady: () => heard.push('callback'),
      onEvent: ({ type }) => heard.push(`stream ${type}`),
    });
    const off = checkout.on('ready', () => heard.push('listener'));
    document.addEventListener('hpp-checkout:ready', () => heard.push('document'), { once: true });
    checkout.mount('#here');
    expect(heard).toEqual(['callback', 'listener', 'stream ready', 'document']);
    off();
    checkout.mount('#here');
    expect(heard.slice(4)).toEqual(['callback', 'stream ready']);
  });

  it('leaves nothing of the mount behind', () => {
    const before = document.body.innerHTML;
    const checkout = create().mount('#here');
    expect(document.querySelector('#here span')?.shadowRoot?.querySelector('button')?.textContent).toBe(
      'Pay',
    );
    checkout.mount('#link');
    checkout.unmount();
    expect(document.body.innerHTML).toBe(before);
    document.getElementById('link')?.addEventListener('click', (event) => event.preventDefault());
    document.getElementById('link')?.click();
    expect(session).not.toHaveBeenCalled();
  });
});
