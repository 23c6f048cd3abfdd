import type { Signal } from '@preact/signals';
import type { Settings } from '../../settings/settings.ts';
import type { Action } from '../../wire/actions.ts';
import type { Basket } from '../../wire/basket.ts';
import type { PlaygroundPageData } from '../../wire/playgroundPage.ts';
import type { Entry } from '../timeline/entry.ts';

export type Tab = 'scenario' | 'brand' | 'theme' | 'code';
export type Device = 'desktop' | 'phone';

/** What the control room shows, and what its buttons do. */
export interface PlaygroundState {
  page: PlaygroundPageData;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether the customer comes back from a page that took the whole window. */
  returned: boolean;
  settings: Signal<Settings>;
  /** What the shop shows, and its total as text; `null` until the shop has loaded. */
  basket: Signal<{ basket: Basket; total: string } | null>;
  /** The timeline. */
  entries: Signal<readonly Entry[]>;
  /** Whether the servers' events arrive. */
  connected: Signal<boolean>;
  device: Signal<Device>;
  tab: Signal<Tab>;
  /** Whether the panel is open. */
  open: Signal<boolean>;
  /** Step of the guided tour, from 0; `null`: none is under way. */
  tour: Signal<number | null>;
  /** Whether the dialog with the address for phones is open. */
  showsPhoneCode: Signal<boolean>;
  /** Whether the shop's server dies with the next payment of this basket. */
  plugArmed: Signal<boolean>;
  /** What the last action answered, for the person who pressed its button. */
  notice: Signal<string>;
  change(part: Partial<Settings>): void;
  run(action: Action): Promise<void>;
  /** A new basket and an empty timeline. */
  startAgain(): void;
  /** Whether the next page of the shop is for a new customer. */
  newVisitor: Signal<boolean>;
  /** Everything as it was at first. */
  reset(): void;
  /** The shop's page anew, for a new customer, whatever stood there. */
  reloadShop(): void;
  /** The frame that shows the shop. */
  shopFrame(): HTMLIFrameElement | null;
  attachFrame(frame: HTMLIFrameElement | null): void;
}
