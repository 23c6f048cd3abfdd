import { afterEach, describe, expect, it, vi } from 'vitest';
import { emitOutcome } from '../../src/widget/ending.ts';
import { createLiveCheckout } from '../../src/widget/liveCheckout.ts';
import type { CheckoutOptions, CheckoutResult } from '../../src/widget/options.ts';

const completed: CheckoutResult = { outcome: 'completed', sessionId: 's1' };
const failed: CheckoutResult = { outcome: 'failed', sessionId: 's1' };
const pending: CheckoutResult = { outcome: 'pending', sessionId: 's1' };

describe('where the customer goes after the dialog', () => {
  const goTo = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  afterEach(() => {
    goTo.mockClear();
  });

  it.each([
    [completed, '/thanks'],
    [failed, '/basket'],
    [pending, '/on-its-way'],
    [{ ...completed, outcome: 'expired' } as const, undefined],
    [{ ...completed, outcome: 'closed' } as const, undefined],
  ])('%o leads to %s', (result, url) => {
    const options = {
      session: '/session',
      successUrl: '/thanks',
      failureUrl: '/basket',
      pendingUrl: '/on-its-way',
    };
    emitOutcome(result, options, () => true)();
    expect(goTo.mock.calls).toEqual(url === undefined ? [] : [[url]]);
  });

  it('is nowhere when the page has prevented it', () => {
    emitOutcome(completed, { session: '/session', successUrl: '/thanks' }, () => false)();
    expect(goTo).not.toHaveBeenCalled();
  });

  it.each([
    [completed, 'successUrl'],
    [failed, 'failureUrl'],
    [pending, 'pendingUrl'],
  ])(
    'T77 an address that has turned into a script since the checkout was made is refused then: %o',
    (result, name) => {
      const emit = vi.fn(() => true);
      const options: CheckoutOptions = { session: '/session', [name]: 'java\nscript:alert(1)' };
      emitOutcome(result, options, emit)();
      expect(goTo).not.toHaveBeenCalled();
      expect(emit).toHaveBeenLastCalledWith('error', expect.objectContaining({ code: 'config_invalid' }));
    },
  );

  it('T77 an address that is none at all is an error of the configuration, too', () => {
    goTo.mockImplementationOnce(() => {
      throw new DOMException('', 'SyntaxError');
    });
    const emit = vi.fn(() => true);
    emitOutcome(completed, { session: '/session', successUrl: 'https://[' }, emit)();
    expect(emit).toHaveBeenLastCalledWith('error', expect.objectContaining({ code: 'config_invalid' }));
  });

  it.each(['successUrl', 'failureUrl'])('T77 React and the element refuse a script as %s', (name) => {
    expect(() => createLiveCheckout(() => ({ session: '/session', [name]: 'javascript:alert(1)' }))).toThrow(
      expect.objectContaining({ code: 'config_invalid' }),
    );
  });
});
