import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createShell } from '../../src/view/shell.ts';
import { HppCheckoutElement } from '../../src/widget/element.ts';
import { OPTION_NAMES } from '../../src/widget/optionNames.ts';
import { PARTS } from '../../src/widget/parts.ts';
import { settle } from '../support/fakeClock.ts';

afterEach(() => {
  document.body.innerHTML = '';
});

const button = (element: Element) =>
  element.shadowRoot?.querySelector('span > span')?.shadowRoot?.querySelector('button');

// Loaded at the first click else, in a time that a busy machine does not have.
beforeAll(() =>
  Promise.all([
    import('../../src/widget/frame.ts'),
    import('../../src/widget/dialog.ts'),
    import('../../src/widget/extras.ts'),
  ]),
);

it('is defined, and takes its attributes as options', () => {
  const ready = vi.fn();
  document.addEventListener('hpp-checkout:ready', ready, { once: true });
  document.body.innerHTML = '<hpp-checkout session="/session" order="A-1" label="Buy"></hpp-checkout>';
  const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
  expect(element).toBeInstanceOf(HppCheckoutElement);
  expect(button(element)?.textContent).toBe('Buy');
  // Browsers name the element itself as the target (test/e2e/widget/mounting.test.ts); happy-dom names what is inside.
  expect(ready.mock.calls[0]?.[0].target.getRootNode().host).toBe(element);
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
  element.setAttribute('wording', 'order');
  await vi.waitFor(() => expect(button(element)?.textContent).toBe('Zahlungspflichtig bestellen'), 10_000);
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

/** The orders that a click on this element asks to pay. */
async function orderOf(element: HTMLElement): Promise<unknown> {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (_: string, init?: RequestInit) => {
    asked.push(JSON.parse(`${init?.body}`).order);
    return new Promise(() => {});
  });
  button(element)?.click();
  element.remove();
  await settle();
  vi.unstubAllGlobals();
  return asked[0];
}

describe('the order', () => {
  it.each([
    [`order='{"id":1}'`, { id: 1 }],
    [`order='["A-1","A-2"]'`, ['A-1', 'A-2']],
    ['order="A-1001"', 'A-1001'],
    ['order="1001"', '1001'],
    ['order="{broken"', '{broken'],
    ['', undefined],
  ])('of the attribute %s', async (attribute, order) => {
    document.body.innerHTML = `<hpp-checkout session="/session" locale="en" ${attribute}></hpp-checkout>`;
    expect(await orderOf(document.querySelector('hpp-checkout') as HTMLElement)).toEqual(order);
  });

  it('as a property, an object', async () => {
    document.body.innerHTML = '<hpp-checkout session="/session" locale="en" order="A-1"></hpp-checkout>';
    const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
    element.order = { id: 7, lines: [1, 2] };
    expect(element.getAttribute('order')).toBe('A-1');
    expect(element.order).toEqual({ id: 7, lines: [1, 2] });
    expect(await orderOf(element)).toEqual({ id: 7, lines: [1, 2] });
  });
});

describe('properties', () => {
  it('there is one for each option and callback, which wins over attribute and options until it is taken back', () => {
    document.body.innerHTML = '<hpp-checkout session="/session" label="Attribute"></hpp-checkout>';
    const element = document.querySelector('hpp-checkout') as HppCheckoutElement;
    for (const name of OPTION_NAMES) expect(name in element).toBe(true);
    expect([element.session, element.label, element.theme]).toEqual(['/session', 'Attribute', undefined]);
    element.options = { label: 'Options' };
    expect([element.label, button(element)?.textContent]).toEqual(['Options', 'Options']);
    element.label = 'Property';
    element.theme = 'dark';
    expect([element.label, button(element)?.textContent, element.theme]).toEqual([
      'Property',
      'Property',
      'dark',
    ]);
    expect(element.getAttribute('label')).toBe('Attribute');
    element.label = undefined;
    expect([element.label, button(element)?.textContent]).toEqual(['Options', 'Options']);
    element.options = {};
    expect(element.label).toBe('Attribute');
  });

  it('that were set before the element was defined count, and are no properties of its own any more', () => {
    const element = document.createElement('hpp-checkout');
    for (const [name, value] of Object.entries({ session: '/session', label: 'Early', theme: 'dark' })) {
      Object.defineProperty(element, name, { value, configurable: true, writable: true, enumerable: true });
    }
    document.body.append(element);
    expect(button(element)?.textContent).toBe('Early');
    expect(Object.keys(element).filter((name) => OPTION_NAMES.includes(name as never))).toEqual([]);
    element.label = 'Later';
    expect(button(element)?.textContent).toBe('Later');
  });

  it('take callbacks, and the newest is called', () => {
    const element = document.createElement('hpp-checkout');
    const [first, second] = [vi.fn(), vi.fn()];
    element.onReady = first;
    element.onReady = second;
    element.session = '/session';
    document.body.append(element);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
  });
});

it('lets the parts of its button be styled, and hides what stood in it until it was defined', () => {
  document.body.innerHTML = '<hpp-checkout session="/session"><a href="/pay">Pay</a></hpp-checkout>';
  const { shadowRoot } = document.querySelector('hpp-checkout') as HppCheckoutElement;
  expect(shadowRoot?.querySelector('span > span')?.getAttribute('exportparts')?.split(',')).toContain(
    'button',
  );
  expect(shadowRoot?.querySelector('slot')).toBeNull();
});

it('exports every part that the view has', () => {
  const inView = readdirSync('src/view')
    .filter((name) => name.endsWith('.tsx'))
    .flatMap((name) => [...readFileSync(`src/view/${name}`, 'utf8').matchAll(/\bpart="([\w-]+)"/g)])
    .map(([, part]) => part);
  const shell = createShell(document.createElement('div'), 'inline', 'auto');
  shell.show('about:blank');
  const inShell = [...shell.root.querySelectorAll('[part]')].map((element) => element.getAttribute('part'));
  expect([...PARTS].sort()).toEqual([...new Set([...inView, ...inShell, 'button', 'why'])].sort());
});
