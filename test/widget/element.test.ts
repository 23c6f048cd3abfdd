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

it('takes what a framework sets after it has connected the element', async () => {
  const early = vi.fn();
  const late = vi.fn();
  const element = document.createElement('hpp-checkout');
  document.body.append(element);
  expect(element.checkout).toBe(undefined);
  element.options = { session: () => new Promise<never>(() => {}), onClose: early };
  await settle();
  expect(button(element)?.textContent).toBe('Pay');
  element.setAttribute('label', 'Pay €10');
  expect(button(element)?.textContent).toBe('Pay €10');
  element.options = { ...element.options, label: 'Pay €20', onOpen: late };
  expect(button(element)?.textContent).toBe('Pay €20');
  button(element)?.click();
  await vi.waitFor(() => expect(late).toHaveBeenCalledOnce(), 10_000);
  element.remove();
  await settle();
});

it('takes options that were set before it was defined', () => {
  const element = document.createElement('hpp-checkout');
  // As on an element that was parsed first: a property of its own hides the accessor.
  Object.defineProperty(element, 'options', {
    value: { session: '/session', label: 'Early' },
    configurable: true,
    writable: true,
    enumerable: true,
  });
  document.body.append(element);
  expect(button(element)?.textContent).toBe('Early');
  element.options = { session: '/session', label: 'Later' };
  expect(button(element)?.textContent).toBe('Later');
});

it('says what is wrong when it has no session in the end', async () => {
  const thrown = vi.fn();
  vi.stubGlobal('queueMicrotask', (run: () => void) => Promise.resolve().then(run).catch(thrown));
  document.body.append(document.createElement('hpp-checkout'));
  await settle();
  vi.unstubAllGlobals();
  expect(thrown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'config_invalid' }));
});

it('says what its options say now: a label that is taken away, an amount that changes', async () => {
  document.body.innerHTML = '<hpp-checkout session="/session" locale="en" label="Buy"></hpp-checkout>';
  const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
  expect(button(element)?.textContent).toBe('Buy');
  element.removeAttribute('label');
  expect(button(element)?.textContent).toBe('Pay');
  element.setAttribute('currency', 'EUR');
  element.setAttribute('amount', '20.00');
  await vi.waitFor(() => expect(button(element)?.textContent).toBe('Pay €20.00'), 10_000);
  element.setAttribute('locale', 'de');
  await vi.waitFor(() => expect(button(element)?.textContent).toMatch(/^20,00\s€ bezahlen$/), 10_000);
  // A language that is still on its way does not write over a label that came meanwhile.
  element.setAttribute('locale', 'fi');
  element.setAttribute('label', 'Order now');
  await import('../../src/view/language/texts/fi.ts');
  await settle();
  expect(button(element)?.textContent).toBe('Order now');
});

/** The requests for a session that a click on this element makes; its answer never comes. */
async function requestsOf(html: string): Promise<{ url: string; mode: RequestMode | undefined }[]> {
  const requests: { url: string; mode: RequestMode | undefined }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push({ url, mode: init?.mode });
    return new Promise(() => {});
  });
  document.body.innerHTML = html;
  const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
  button(element)?.dispatchEvent(new Event('pointerenter'));
  await settle();
  expect([requests, document.querySelectorAll('iframe').length]).toEqual([[], 0]);
  button(element)?.click();
  element.remove();
  await settle();
  vi.unstubAllGlobals();
  return requests;
}

const FOREIGN =
  '<hpp-checkout session="https://evil.example/s" mode="cors" warm="session" gateway-origins="https://evil.example" locale="en"></hpp-checkout>';

it("T78 T79 attributes ask the page's own origin only, and nothing before the click", async () => {
  expect(await requestsOf(FOREIGN)).toEqual([{ url: 'https://evil.example/s', mode: 'same-origin' }]);
});

it('T78 T79 what the page says of all elements wins over their attributes', async () => {
  HppCheckoutElement.pageOptions = { session: 'https://pay.shop.example/session' };
  try {
    expect(await requestsOf(FOREIGN)).toEqual([{ url: 'https://pay.shop.example/session', mode: 'cors' }]);
  } finally {
    HppCheckoutElement.pageOptions = {};
  }
});

it('T77 refuses a script as the address after the payment, in attributes and in options', async () => {
  const thrown = vi.fn();
  vi.stubGlobal('queueMicrotask', (run: () => void) => Promise.resolve().then(run).catch(thrown));
  const element = document.createElement('hpp-checkout');
  element.setAttribute('success-url', 'javascript:alert(1)');
  element.options = { session: '/session' };
  expect(() => document.body.append(element)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  vi.unstubAllGlobals();
  expect(element.checkout).toBeUndefined();
});
