import { expect, it } from 'vitest';
import { countDown } from '../../../src/checkout/effects/countDown.ts';
import { effectFixture } from '../../support/effectFixture.ts';

const at = effectFixture();
const life = (ms: number) => {
  const { clock } = at.window;
  return { monotonic: clock.monotonic() + ms, wall: clock.wall() + ms };
};

it('says how much of the last minute is left', async () => {
  at.start(countDown, { expiresAt: life(120_000) });
  await at.window.clock.advance(59_999);
  expect(at.sent).toEqual([]);
  await at.window.clock.advance(1_001);
  expect(at.sent).toEqual([
    { type: 'tick', remainingMs: 60_000 },
    { type: 'tick', remainingMs: 59_000 },
  ]);
});

it('has nothing to count of an address that does not expire', () => {
  at.start(countDown);
  expect([at.heard, at.sent, at.window.clock.pending]).toEqual([[], [], 0]);
});

it('F26 looks again when the page comes back or wakes: none of these events waits for a timer', () => {
  at.start(countDown, { expiresAt: life(120_000) });
  // `resume` does not bubble.
  expect(at.heard).toEqual([
    ['pageshow', undefined],
    ['visibilitychange', undefined],
    ['resume', true],
  ]);
  at.window.clock.wallOffset += 100_000;
  for (const [type] of [...at.heard]) at.window.emit(type);
  expect(at.sent).toEqual(Array(3).fill({ type: 'tick', remainingMs: 20_000 }));
});

it('says the number at once when the page is in front of the customer, and at no other change', () => {
  at.start(countDown, { expiresAt: life(120_000), phase: 'loading' });
  at.window.clock.wallOffset += 90_000;
  at.set({ phase: 'confirming' });
  expect(at.sent).toEqual([]);
  at.set({ phase: 'paying' });
  at.set({ slow: true });
  expect(at.sent).toEqual([{ type: 'tick', remainingMs: 30_000 }]);
});
