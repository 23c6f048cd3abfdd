import { signal } from '@preact/signals-core';
import { vi } from 'vitest';
import { type CheckoutFlow, firstFlow } from '../../src/checkout/machine.ts';
import type { CheckoutModel } from '../../src/checkout/model.ts';

export interface Shown {
  flow?: Partial<CheckoutFlow>;
  address?: string;
  secondsLeft?: number | null;
  waiting?: 'earlier' | 'elsewhere';
  slowness?: 0 | 1 | 2;
  online?: boolean;
  blockedBy?: string;
}

/** A model that stands still in one state; its actions count their calls. */
export function fakeModel(shown: Shown = {}): CheckoutModel {
  return {
    flow: signal({ ...firstFlow, ...shown.flow }),
    address: signal(shown.address ?? ''),
    secondsLeft: signal(shown.secondsLeft ?? null),
    waiting: signal(shown.waiting ?? null),
    slowness: signal(shown.slowness ?? 0),
    online: signal(shown.online ?? true),
    blockedBy: signal(shown.blockedBy ?? ''),
    frameAttached: vi.fn(),
    frameLoaded: vi.fn(),
    close: vi.fn(),
    leave: vi.fn(),
    stay: vi.fn(),
    startAgain: vi.fn(),
    keepPaying: vi.fn(),
    dismiss: vi.fn(),
    abandon: vi.fn(),
    openFullPage: vi.fn(),
  };
}
