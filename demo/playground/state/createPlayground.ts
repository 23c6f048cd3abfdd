import { effect } from '@preact/signals';
import { toQuery } from '../../settings/settings.ts';
import type { BrowserEvent } from '../../shop/checkout/listenToCheckout.ts';
import type { ShopMessage } from '../../shop/parent/parentChannel.ts';
import { returnAddress } from '../../shop/state/returnAddress.ts';
import type { PlaygroundPageData } from '../../wire/playgroundPage.ts';
import type { TimelineEvent } from '../../wire/timelineEvent.ts';
import { withEntry } from '../timeline/entries.ts';
import { type Entry, entryOfBrowserEvent, entryOfServerEvent } from '../timeline/entry.ts';
import { followServerEvents } from '../timeline/followServerEvents.ts';
import { createState } from './createState.ts';
import { bringBackLogo } from './keptLogo.ts';
import type { PlaygroundState } from './playgroundState.ts';
import { savedPlayground } from './savedPlayground.ts';
import { createShopFrame } from './shopFrame.ts';
import { whenIdle } from './whenIdle.ts';

/** After so long without a hand on mouse or keyboard, everything is reset for the next visitor. */
const IDLE_MS = 180_000;

/** The control room's state, joined to the shop in the frame and to the servers' events. */
export function createPlayground(
  window: Window,
  page: PlaygroundPageData,
  now: () => number,
): PlaygroundState {
  const storage = window.sessionStorage;
  const returned = new URLSearchParams(window.location.search).has('returned');
  const saved = returned ? savedPlayground.read(storage) : null;
  const frame = createShopFrame(window, page.merchantOrigin);
  const state = createState(window, { page, returned, saved, frame, now });
  const { settings, basket, entries } = state;
  const opened = saved === null ? now() : (saved.entries.at(-1)?.at ?? 0) + 1;
  /** Arrived before the shop has said which basket it shows. */
  const early: TimelineEvent[] = [];
  /** Between the click and the end of the dialog: nothing is reset while a customer pays. */
  let paying = false;

  function add(entry: Entry): void {
    entries.value = withEntry(entries.value, entry);
  }

  function addBrowserEvent(event: BrowserEvent): void {
    paying = event.type !== 'close' && event.type !== 'error';
    add(entryOfBrowserEvent(event));
  }

  function addServerEvent(event: TimelineEvent): void {
    if (basket.value === null) early.push(event);
    else if (event.at >= opened && event.basketId === basket.value.basket.id) add(entryOfServerEvent(event));
  }

  function sendFilm(): void {
    frame.send({ from: 'parent', type: 'film', plays: state.tour.value !== null });
  }

  function onMessage(message: ShopMessage): void {
    switch (message.type) {
      case 'ready':
        frame.send({ from: 'parent', type: 'settings', settings: settings.value });
        sendFilm();
        // What an earlier visitor left in the basket is removed; what this one pays for stays.
        if (state.newVisitor.value) state.startAgain();
        state.newVisitor.value = false;
        return;
      case 'basket':
        if (basket.value !== null && basket.value.basket.id !== message.basket.id) entries.value = [];
        basket.value = { basket: message.basket, total: message.total };
        for (const event of early.splice(0)) addServerEvent(event);
        return;
      case 'event':
        addBrowserEvent(message.event);
    }
  }

  /** A full-page checkout in the frame has ended. The shop's page comes next, as it would in a window of its own. */
  function onReturned(): void {
    add(entryOfBrowserEvent({ type: 'returned', at: now(), detail: {} }));
    frame.load(`/shop?returned&${toQuery(settings.value)}`);
  }

  frame.listen({ onMessage, onReturned });
  followServerEvents(page.merchantOrigin, addServerEvent, (connected) => {
    state.connected.value = connected;
  });
  const { logo } = settings.value;
  if (logo !== '') {
    void bringBackLogo(logo).then((given) => {
      if (!given) return;
      // So that the shop asks for it once more.
      state.change({ logo: '' });
      state.change({ logo });
    });
  }
  effect(sendFilm);
  // A bank's page takes the whole window; on the way back the shop's page leads here again.
  returnAddress.write(storage, '/?room&returned');
  effect(() => savedPlayground.write(storage, { settings: settings.value, entries: entries.value }));
  whenIdle(window, IDLE_MS, () => {
    if (!paying && entries.value.length > 0) state.reset();
  });
  return state;
}
