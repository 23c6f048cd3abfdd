import { expect, it } from 'vitest';
import { endsPage, type GatewayState } from '../../../src/merchant/poll/gatewayState.ts';

it('a page is ended by its customer or by its time, and by no word about one card', () => {
  const states: (GatewayState | undefined)[] = [
    ...(['processed', 'declined', 'failed', 'cancelled', 'expired', 'lapsed', 'pending'] as const),
    ...(['unknown', 'unconfirmed', 'not_found', 'unreachable'] as const),
    undefined,
  ];
  expect(states.filter(endsPage)).toEqual(['cancelled', 'expired']);
});
