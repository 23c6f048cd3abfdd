import { signal } from '@preact/signals-core';
import { afterEach, expect, it, vi } from 'vitest';
import { CheckoutError } from '../../../src/checkout/checkoutError.ts';
import { firstState } from '../../../src/checkout/machine.ts';
import { isForDeveloper } from '../../../src/widget/diagnose/isForDeveloper.ts';

afterEach(() => vi.unstubAllGlobals());

const session = { sessionId: 's', redirectUrl: 'https://g.example/1' };
const inState = (test?: boolean) => ({
  state: signal({
    ...firstState,
    session: test === undefined ? null : { ...session, ...(test && { test }) },
  }),
});
const refused = (problem: object | null) =>
  new CheckoutError('session_create_failed', '', { status: 500, problem });

it.each([
  ['https://shop.example', true, false],
  ['http://shop.example:8080', false, false],
  ['http://localhost', true, false],
  ['https://localhost:5173', true, false],
  ['http://localhost:5173', true, true],
  ['http://127.0.0.1:3000', true, true],
])('an error without an answer of the handler, on a page of %s', (origin, isSecureContext, told) => {
  vi.stubGlobal('location', { origin });
  vi.stubGlobal('isSecureContext', isSecureContext);
  expect(Boolean(isForDeveloper(inState(), refused(null)))).toBe(told);
  expect(Boolean(isForDeveloper(inState(), new CheckoutError('offline', '')))).toBe(told);
  // What the server says counts, wherever the page is.
  expect(isForDeveloper(inState(), refused({ code: 'x', test: true }))).toBe(true);
  expect(isForDeveloper(inState(), refused({ code: 'x', test: false }))).toBe(false);
  expect(isForDeveloper(inState(true), new CheckoutError('frame_blocked', ''))).toBe(true);
});

it('a page that has opened is checked in test mode alone', () => {
  vi.stubGlobal('location', { origin: 'http://localhost:5173' });
  vi.stubGlobal('isSecureContext', true);
  expect([isForDeveloper(inState(true)), isForDeveloper(inState(false))]).toEqual([true, undefined]);
});
