import { expect, it } from 'vitest';
import { createRecentDetails } from '../../../src/merchant/settle/recentDetails.ts';

const details = (authCode: string) => ({ authCode }) as never;

it('remembers the last that was said of a session, until it is forgotten', () => {
  const recent = createRecentDetails();
  recent.keep('a', details('1'));
  recent.keep('a', details('2'));
  expect(recent.of('a')).toEqual({ authCode: '2' });
  expect(recent.of('b')).toBeUndefined();
  recent.forget('a');
  expect(recent.of('a')).toBeUndefined();
});

it('remembers a thousand sessions, and drops the one that was longest without news', () => {
  const recent = createRecentDetails();
  for (let at = 0; at < 1_000; at++) recent.keep(`s${at}`, details(`${at}`));
  expect(recent.of('s0')).toEqual({ authCode: '0' });
  recent.keep('s0', details('again'));
  recent.keep('new', details('new'));
  expect([recent.of('s1'), recent.of('s0'), recent.of('s2'), recent.of('new')]).toEqual([
    undefined,
    { authCode: 'again' },
    { authCode: '2' },
    { authCode: 'new' },
  ]);
});
