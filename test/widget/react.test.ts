import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CheckoutOptions, CheckoutState } from '../../src/widget/options.ts';
import type { UseCheckout } from '../../src/widget/react.ts';
import { bundleReact, type ReactVersion } from '../support/bundleReact.ts';
import { until } from '../support/until.ts';

interface ReactBundle {
  React: typeof import('react');
  client: typeof import('react-dom/client');
  server: typeof import('react-dom/server');
  wrapper: typeof import('../../src/widget/react.ts');
}

/** What lies below `node_modules` is imported as it is; vitest would transform a megabyte for nothing. */
const cache = join(import.meta.dirname, '../../node_modules/.vite/react-versions');

async function load(version: ReactVersion): Promise<ReactBundle> {
  mkdirSync(cache, { recursive: true });
  const file = join(cache, `${version}.mjs`);
  writeFileSync(file, await bundleReact(version));
  return await import(/* @vite-ignore */ file);
}

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

describe.each([18, 19] as const)('the React wrapper on React %i', (version) => {
  let bundle: ReactBundle;
  let place: HTMLElement;
  let root: ReturnType<ReactBundle['client']['createRoot']>;
  let complaints: ReturnType<typeof vi.spyOn>;

  /** Never answers, so that the dialog stays as it is. */
  const session = () => new Promise<never>(() => {});
  const render = (node: React.ReactNode) => bundle.React.act(async () => root.render(node));
  const button = (props: Partial<CheckoutOptions> = {}) =>
    bundle.React.createElement(bundle.wrapper.CheckoutButton, { session, ...props });
  const drawn = () =>
    [...place.querySelectorAll('span > span')].map(
      (host) => host.shadowRoot?.querySelector('button') as HTMLButtonElement,
    );
  const dialogs = () =>
    [...document.documentElement.children].filter((element) => element.shadowRoot?.querySelector('dialog'));
  const click = () =>
    bundle.React.act(async () => {
      drawn()[0]?.click();
      await until(() => dialogs().length === 1);
    });

  const closeAll = async () => {
    for (const dialog of dialogs())
      dialog.shadowRoot?.querySelector<HTMLButtonElement>('[part=close]')?.click();
    await until(() => dialogs().length === 0);
  };

  beforeAll(async () => {
    bundle = await load(version);
    expect(bundle.React.version).toMatch(new RegExp(`^${version}\\.`));
  }, 120_000);

  beforeEach(() => {
    complaints = vi.spyOn(console, 'error').mockImplementation(() => {});
    place = document.body.appendChild(document.createElement('div'));
    root = bundle.client.createRoot(place);
  });

  afterEach(async () => {
    await bundle.React.act(async () => root.unmount());
    expect(place.innerHTML).toBe('');
    place.remove();
    // An open page outlives its button.
    await closeAll();
    // Neither nodes nor warnings stay, whatever the test did.
    expect([document.body.innerHTML, complaints.mock.calls]).toEqual(['', []]);
    complaints.mockRestore();
  });

  it('F31 draws one button in StrictMode and takes it away', async () => {
    const { StrictMode, createElement } = bundle.React;
    await render(createElement(StrictMode, null, button()));
    expect(drawn()).toHaveLength(1);
  });

  it('opens from StrictMode’s second life, once', async () => {
    const { StrictMode, createElement } = bundle.React;
    const asked = vi.fn(session);
    await render(createElement(StrictMode, null, button({ session: asked })));
    await click();
    expect(asked).toHaveBeenCalledOnce();
  });

  it('asks with the newest session and calls the newest callbacks, also those that came later', async () => {
    const first = vi.fn(session);
    const second = vi.fn(session);
    const oldOpen = vi.fn();
    const newOpen = vi.fn();
    const onEvent = vi.fn();
    await render(button({ session: first, onOpen: oldOpen }));
    await render(button({ session: second, onOpen: newOpen, onEvent }));
    await click();
    await until(() => newOpen.mock.calls.length > 0);
    expect([first, second, oldOpen, newOpen].map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0, 1]);
    expect(onEvent.mock.calls.map(([event]) => event.type)).toEqual(['open']);
  });

  it('changes the button’s text and leaves an open payment page alone', async () => {
    await render(button({ label: 'Pay €10' }));
    await click();
    const before = [drawn()[0], dialogs()[0]];
    await render(button({ label: 'Pay €20' }));
    expect([drawn()[0], dialogs()[0]]).toEqual(before);
    expect(drawn()[0]?.textContent).toBe('Pay €20');
    await render(button());
    expect(drawn()[0]?.textContent).toBe('Pay');
    await render(button({ amount: '20.00', currency: 'EUR', locale: 'en' }));
    await until(() => drawn()[0]?.textContent === 'Pay €20.00');
  });

  it('unmounted while open: the page stays, and the handlers of the last render hear how it ends', async () => {
    const onClose = vi.fn();
    await render(button({ onClose }));
    await click();
    await render(null);
    expect(drawn()).toEqual([]);
    expect(dialogs()).toHaveLength(1);
    expect(onClose).not.toHaveBeenCalled();
    await closeAll();
    await until(() => onClose.mock.calls.length > 0);
    expect(onClose.mock.calls).toEqual([[expect.objectContaining({ outcome: 'closed' })]]);
  });

  describe('useCheckout', () => {
    let checkout: UseCheckout;
    let states: CheckoutState[];
    const Shop = (props: CheckoutOptions) => {
      checkout = bundle.wrapper.useCheckout(props);
      if (states.at(-1) !== checkout.state) states.push(checkout.state);
      return null;
    };
    const shop = (props: Partial<CheckoutOptions> = {}) =>
      bundle.React.createElement(Shop, { session, ...props });

    beforeEach(() => {
      states = [];
    });

    it('gives functions that stay the same from render to render', async () => {
      await render(shop());
      const { open, close } = checkout;
      await render(shop({ label: 'other' }));
      expect([checkout.open, checkout.close]).toEqual([open, close]);
    });

    it('says creating from the click on, and done after an error', async () => {
      const refuse = async () => {
        throw new TypeError('no network');
      };
      await render(shop({ session: refuse }));
      let opened: Promise<unknown> = Promise.resolve();
      bundle.React.act(() => {
        opened = checkout.open();
      });
      const failed = await bundle.React.act(() => opened.catch((error) => error));
      expect(failed).toMatchObject({ code: 'session_create_failed' });
      expect(states.slice(0, 2)).toEqual(['idle', 'creating']);
      expect(checkout.state).toBe('done');
      await bundle.React.act(async () => checkout.close());
    });

    it('unmounted while open: the page stays, and the promise settles when it goes', async () => {
      await render(shop());
      let result: unknown;
      await bundle.React.act(async () => {
        checkout.open().then((value) => {
          result = value;
        });
        await until(() => dialogs().length === 1);
      });
      await render(null);
      expect(dialogs()).toHaveLength(1);
      await closeAll();
      await until(() => result !== undefined);
      expect(result).toMatchObject({ outcome: 'closed' });
    });
  });

  describe('Suspense', () => {
    /** A component that waits for its data in the way both versions understand: it throws a promise. */
    function waiting() {
      let arrive = () => {};
      let here = false;
      const data = new Promise<void>((resolve) => {
        arrive = () => {
          here = true;
          resolve();
        };
      });
      const Data = () => {
        if (!here) throw data;
        return null;
      };
      return { Data, arrive };
    }

    it('suspended before it was ever shown: nothing is made until it is', async () => {
      const { Suspense, createElement } = bundle.React;
      const { Data, arrive } = waiting();
      const onReady = vi.fn();
      await render(createElement(Suspense, { fallback: null }, button({ onReady }), createElement(Data)));
      expect([onReady.mock.calls.length, drawn().length]).toEqual([0, 0]);
      await bundle.React.act(async () => arrive());
      expect([onReady.mock.calls.length, drawn().length]).toEqual([1, 1]);
    });

    it('suspended while open: the page stays, and the button is the same one afterwards', async () => {
      const { Suspense, createElement } = bundle.React;
      const { Data, arrive } = waiting();
      const shop = (more: React.ReactNode) =>
        createElement(Suspense, { fallback: 'Loading' }, button(), more);
      await render(shop(null));
      await click();
      const before = drawn()[0];
      await render(shop(createElement(Data)));
      expect(place.textContent).toContain('Loading');
      expect(dialogs()).toHaveLength(1);
      await bundle.React.act(async () => arrive());
      expect(drawn()).toEqual([before]);
      expect(dialogs()).toHaveLength(1);
    });
  });

  describe('on a server first', () => {
    it('hydrates without a warning and draws one button', async () => {
      const { StrictMode, createElement } = bundle.React;
      const app = createElement(StrictMode, null, button({ label: 'Pay €10' }));
      await bundle.React.act(async () => root.unmount());
      place.innerHTML = bundle.server.renderToString(app);
      expect(place.innerHTML).toBe('<span></span>');
      const rendered = place.firstChild;
      const onRecoverableError = vi.fn();
      await bundle.React.act(async () => {
        root = bundle.client.hydrateRoot(place, app, { onRecoverableError });
      });
      expect([place.firstChild, drawn().length]).toEqual([rendered, 1]);
      expect(onRecoverableError).not.toHaveBeenCalled();
    });
  });
});
