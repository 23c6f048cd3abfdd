import { expect, it } from 'vitest';
import { liveOptions } from '../../src/widget/liveOptions.ts';
import type { CheckoutOptions } from '../../src/widget/options.ts';

it('reads each option when it is asked for', () => {
  let given: CheckoutOptions = { session: '/one', label: 'Pay' };
  const options = liveOptions(() => given);
  expect([options.session, options.label]).toEqual(['/one', 'Pay']);
  given = { session: '/two' };
  expect([options.session, options.label]).toEqual(['/two', undefined]);
});

it('has the keys of the moment, without callbacks; a callback can be had by its name', () => {
  const onComplete = () => {};
  let given: CheckoutOptions = { session: '/one', onComplete, order: 1 };
  const options = liveOptions(() => given);
  expect(Object.keys(options)).toEqual(['session', 'order']);
  expect(Object.entries(options)).toEqual([
    ['session', '/one'],
    ['order', 1],
  ]);
  expect({ ...options }).toEqual({ session: '/one', order: 1 });
  expect(options.onComplete).toBe(onComplete);
  given = { session: '/two', theme: 'dark', onEvent: () => {} };
  expect({ ...options }).toEqual({ session: '/two', theme: 'dark' });
});

it('T41 copies nothing that a page has added to every object', () => {
  const polluted = Object.prototype as { debug?: boolean };
  polluted.debug = true;
  try {
    expect(Object.keys({ __proto__: null, ...liveOptions(() => ({ session: '/one' })) })).toEqual([
      'session',
    ]);
  } finally {
    delete polluted.debug;
  }
});

it('T85 has no option that only stands on Object.prototype', () => {
  const given = { session: '/session' };
  const options = liveOptions(() => given);
  Object.assign(Object.prototype, { warm: 'session', onClose: () => {} });
  try {
    expect([options.warm, options.onClose, options.session]).toEqual([undefined, undefined, '/session']);
    expect({ ...options }.warm).toBe((Object.prototype as { warm?: string }).warm);
    expect(Object.keys(options)).toEqual(['session']);
  } finally {
    for (const name of ['warm', 'onClose']) Reflect.deleteProperty(Object.prototype, name);
  }
});
