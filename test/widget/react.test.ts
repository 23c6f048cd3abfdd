import { act, createElement, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CheckoutButton, type UseCheckout, useCheckout } from '../../src/widget/react.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

describe('the React wrapper', () => {
  let place: HTMLElement;
  let root: Root;
  const session = () => new Promise<never>(() => {});

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    place.remove();
  });

  it('F31 draws one button in StrictMode and takes it away', async () => {
    await act(() =>
      root.render(
        createElement(StrictMode, null, createElement(CheckoutButton, { session, className: 'pay' })),
      ),
    );
    expect(place.querySelectorAll('span.pay > span')).toHaveLength(1);
    await act(() => root.unmount());
    expect(place.innerHTML).toBe('');
  });

  it('calls the newest props', async () => {
    const first = vi.fn(session);
    const second = vi.fn(session);
    let checkout: UseCheckout | undefined;
    const Shop = ({ pay }: { pay: typeof session }) => {
      checkout = useCheckout({ session: pay });
      return null;
    };
    await act(() => root.render(createElement(Shop, { pay: first })));
    await act(() => root.render(createElement(Shop, { pay: second })));
    await act(async () => void checkout?.open().catch(() => {}));
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    await act(() => root.unmount());
  });

  it('renders on a server', () => {
    expect(renderToString(createElement(CheckoutButton, { session }))).toBe('<span></span>');
  });
});
