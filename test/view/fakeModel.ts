import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import type { CheckoutModel } from '../../src/checkout/createCheckoutModel.ts';
import { firstState, type State } from '../../src/checkout/machine.ts';

/** A model that stands still in one state; its actions count their calls. */
export function fakeModel(state: Partial<State> = {}): CheckoutModel {
  return {
    state: signal({ ...firstState, ...state }),
    frameAttached: vi.fn(),
    frameLoaded: vi.fn(),
    close: vi.fn(),
    closeNow: vi.fn(),
    stay: vi.fn(),
    startAgain: vi.fn(),
    keepPaying: vi.fn(),
    dismiss: vi.fn(),
    abandon: vi.fn(),
    openFullPage: vi.fn(),
    dialogHidden: vi.fn(),
  };
}
