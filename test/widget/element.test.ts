import { afterEach, expect, it, vi } from 'vitest';
import { HppCheckoutElement } from '../../src/widget/element.ts';
import { settle } from '../support/fakeClock.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const button = (element: Element) => element.querySelector('span')?.shadowRoot?.querySelector('button');

it('is defined, and takes its attributes as options', () => {
  const ready = vi.fn();
  document.addEventListener('hpp-checkout:ready', ready, { once: true });
  document.body.innerHTML = '<hpp-checkout session="/session" order="A-1" label="Buy"></hpp-checkout>';
  const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
  expect(element).toBeInstanceOf(HppCheckoutElement);
  expect(button(element)?.textContent).toBe('Buy');
  expect(ready.mock.calls[0]?.[0].target).toBe(element);
});

it('survives a move and is taken down when it stays out', async () => {
  document.body.innerHTML = '<hpp-checkout session="/session"></hpp-checkout><div></div>';
  const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
  const before = element.checkout;
  document.querySelector('div')?.append(element);
  await settle();
  expect(element.checkout).toBe(before);
  element.remove();
  await settle();
  expect([element.checkout, before?.state]).toEqual([undefined, 'destroyed']);
});
