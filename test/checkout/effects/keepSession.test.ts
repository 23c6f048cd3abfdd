import { expect, it } from 'vitest';
import { keepSession } from '../../../src/checkout/effects/keepSession.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';

const at = effectFixture();

function start(state: Parameters<typeof at.start>[1]): unknown[] {
  const calls: unknown[] = [];
  at.start(keepSession, state, { keep: (kept) => calls.push(kept), forget: () => calls.push('forget') });
  return calls;
}

it('keeps the session from the start, and forgets it at the end', () => {
  const calls = start({ session });
  expect(calls).toEqual([session]);
  at.stop();
  expect(calls).toEqual([session, 'forget']);
});

it('T33 leaves it kept when the customer has left the page', () => {
  const calls = start({ session });
  at.set({ pageHidden: true });
  at.stop();
  expect(calls).toEqual([session]);
});

it('has nothing to keep without one', () => {
  expect(start({ session: null })).toEqual([]);
});
