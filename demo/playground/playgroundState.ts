import type { Signal } from '@preact/signals';
import type { Basket } from '../server/merchant/parseBasket.ts';
import type { Settings } from '../settings/settings.ts';
import type { RoomFacts } from '../wire/playgroundPage.ts';
import type { Act } from './scenarios/scenarios.ts';
import type { Entry } from './timeline/entry.ts';

export type Tab = 'scenario' | 'look' | 'code';
export type Device = 'desktop' | 'phone';

/** What the control room shows, and what its buttons do. */
export interface RoomState {
  facts: RoomFacts;
  /** Whether the customer comes back from a page that took the whole window. */
  returned: boolean;
  settings: Signal<Settings>;
  basket: Signal<{ basket: Basket; total: string } | null>;
  entries: Signal<readonly Entry[]>;
  connected: Signal<boolean>;
  device: Signal<Device>;
  tab: Signal<Tab>;
  /** Whether the panel is open. */
  open: Signal<boolean>;
  /** Step of the guided tour, from 0; `null`: none is under way. */
  tour: Signal<number | null>;
  /** What the last act answered, for the person who pressed it. */
  notice: Signal<string>;
  change(part: Partial<Settings>): void;
  act(act: Act): Promise<void>;
  /** A fresh basket and an empty timeline. */
  startAgain(): void;
  /** Everything as it was at first. */
  reset(): void;
  attachFrame(frame: HTMLIFrameElement | null): void;
}
