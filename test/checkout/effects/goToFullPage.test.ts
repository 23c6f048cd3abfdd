import { expect, it } from 'vitest';
import { goToFullPage } from '../../../src/checkout/effects/goToFullPage.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';

const at = effectFixture();
const goingTo = { url: 'https://pay.example/1?whole' };

it.each([
  ['with a session and an address', { session, goingTo }, [[goingTo.url, session]]],
  ['with a session alone', { session, goingTo: null }, []],
  ['with an address alone', { session: null, goingTo }, []],
  ['with neither', { session: null, goingTo: null }, []],
])('the window leaves %s', (_, state, went) => {
  const calls: unknown[] = [];
  at.start(goToFullPage, state, { goTo: (...args) => calls.push(args) });
  expect(calls).toEqual(went);
});
