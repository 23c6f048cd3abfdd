import { expect, it } from 'vitest';
import { listenForReturn } from '../../../src/checkout/effects/listenForReturn.ts';
import { returnedMessage } from '../../../src/protocol/page/frameMessage.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';

const at = effectFixture();
const SAID = { type: 'returned', hint: 'success' };
const say = (origin: string, of = 's1') =>
  at.window.message(returnedMessage(of, 'success'), origin, at.frame);

it.each([
  [
    'the origin that the server named',
    { ...session, returnOrigin: 'https://back.example', statusUrl: '/s' },
    'https://back.example',
  ],
  [
    'else that of the status address',
    { ...session, statusUrl: 'https://api.example/s' },
    'https://api.example',
  ],
  ['a status address of the page itself', { ...session, statusUrl: '/checkout/s' }, 'https://shop.example'],
  ['and without one the page’s own', session, 'https://shop.example'],
])('hears the return page of %s, and no other', (_, shown, origin) => {
  at.start(listenForReturn, { session: shown, frame: at.frame.asWindow });
  for (const each of ['https://back.example', 'https://api.example', 'https://shop.example']) say(each);
  say(origin, 's2');
  expect(at.sent).toEqual([SAID]);
  say(origin);
  expect(at.sent).toEqual([SAID, SAID]);
  expect(at.frame.posted.map((posted) => posted.origin)).toEqual([origin, origin]);
});

it.each([
  ['a session', { session: null }],
  ['a frame', { frame: null }],
  ['either', { session: null, frame: null }],
])('hears nothing without %s', (_, less) => {
  at.start(listenForReturn, { session, frame: at.frame.asWindow, ...less });
  expect(at.heard).toEqual([]);
});
