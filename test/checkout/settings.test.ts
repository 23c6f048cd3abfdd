import { expect, it } from 'vitest';
import { defaultTimeouts } from '../../src/checkout/settings.ts';

it('how long the widget waits where the shop says nothing', () => {
  expect(defaultTimeouts).toEqual({
    session: 15_000,
    slow: 8_000,
    untouched: 4_000,
    load: 15_000,
    closeStatus: 3_000,
    confirm: 60_000,
    successMessage: 4_000,
    renewBefore: 30_000,
  });
});
