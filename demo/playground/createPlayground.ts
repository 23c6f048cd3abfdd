import { effect, signal } from '@preact/signals';
import type { TimelineEvent } from '../server/playground/timeline.ts';
import { DEFAULT_SETTINGS, toQuery } from '../settings/settings.ts';
import type { FromRoom, FromShop } from '../shop/parentChannel.ts';
import type { RoomFacts } from '../wire/playgroundPage.ts';
import type { RoomState } from './playgroundState.ts';
import { keep, takeKept } from './savedPlayground.ts';
import { withEntry } from './timeline/entries.ts';
import { type Entry, entryOfHeard, entryOfServer } from './timeline/entry.ts';
import { followServers } from './timeline/followServerEvents.ts';
import { whenIdle } from './whenIdle.ts';

/** After so long without a hand on it, the room is ready for the next visitor. */
const IDLE_MS = 180_000;

/** The room's state, joined to the shop in the frame and to the servers' events. */
export function createRoom(window: Window, facts: RoomFacts): RoomState {
  const returned = new URLSearchParams(window.location.search).has('returned');
  const kept = returned ? takeKept(window.sessionStorage) : null;
  const settings = signal(kept?.settings ?? facts.settings);
  const basket = signal<RoomState['basket']['value']>(null);
  const entries = signal<readonly Entry[]>(kept?.entries ?? []);
  const connected = signal(false);
  const notice = signal('');
  let frame: HTMLIFrameElement | null = null;
  /** Between the click and the end of the dialog: nothing is reset under a customer's hands. */
  let paying = false;
  let fresh = !returned;

  function send(message: FromRoom): void {
    frame?.contentWindow?.postMessage(message, window.location.origin);
  }
  function add(entry: Entry): void {
    entries.value = withEntry(entries.value, entry);
  }

  const room: RoomState = {
    facts,
    returned,
    settings,
    basket,
    entries,
    connected,
    notice,
    device: signal('desktop'),
    tab: signal('scenario'),
    open: signal(window.matchMedia('(min-width: 56rem)').matches),
    tour: signal(null),
    change(part) {
      const before = settings.value;
      settings.value = { ...before, ...part };
      send({ demo: 'room', type: 'settings', settings: settings.value });
      if (settings.value.scenario !== before.scenario) room.startAgain();
      const query = toQuery(settings.value);
      window.history.replaceState(null, '', query.includes('scenario=') ? `/?${query}` : `/?room&${query}`);
    },
    async act(act) {
      const reply = await fetch(`${facts.merchantOrigin}/demo/act`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ act, order: basket.value?.basket }),
      }).catch(() => null);
      const answer = await reply?.json().catch(() => null);
      notice.value = reply?.ok ? 'Done.' : (answer?.error ?? 'The shop’s server does not answer.');
    },
    startAgain() {
      entries.value = [];
      notice.value = '';
      send({ demo: 'room', type: 'startAgain' });
    },
    reset() {
      room.change(DEFAULT_SETTINGS);
      room.device.value = 'desktop';
      room.tab.value = 'scenario';
      room.tour.value = null;
      room.startAgain();
    },
    attachFrame(element) {
      frame = element;
    },
  };

  const opened = kept === null ? Date.now() : (kept.entries.at(-1)?.at ?? 0) + 1;
  const belongs = ({ orderReference, at }: TimelineEvent) =>
    at >= opened &&
    basket.value !== null &&
    (orderReference?.startsWith(`MORROW-${basket.value.basket.id}-`) ?? false);
  /** Heard before the shop has said which basket it shows. */
  const early: TimelineEvent[] = [];

  function hear(message: FromShop): void {
    switch (message.type) {
      case 'here':
        send({ demo: 'room', type: 'settings', settings: settings.value });
        // What an earlier visitor left in the basket is gone; what this one pays for is not.
        if (fresh) room.startAgain();
        fresh = false;
        return;
      case 'basket': {
        const { basket: next, total } = message;
        if (basket.value !== null && basket.value.basket.id !== next.id) entries.value = [];
        basket.value = { basket: next, total };
        for (const event of early.splice(0)) if (belongs(event)) add(entryOfServer(event));
        return;
      }
      case 'heard':
        paying = message.event.type !== 'close' && message.event.type !== 'error';
        add(entryOfHeard(message.event));
    }
  }

  window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    if (source === null || source !== frame?.contentWindow) return;
    if (origin === window.location.origin && data?.demo === 'shop') hear(data);
    // A full-page checkout inside the frame ends on the return page; the shop's own page comes next, as it would at the top.
    else if (origin === facts.merchantOrigin && data?.ns === 'hpp-checkout' && data.type === 'returned') {
      add(entryOfHeard({ type: 'returned', at: Date.now(), detail: {} }));
      frame.src = `/shop?returned&${toQuery(settings.value)}`;
    }
  });

  followServers(
    facts.merchantOrigin,
    (event) => {
      if (basket.value === null) early.push(event);
      else if (belongs(event)) add(entryOfServer(event));
    },
    (now) => {
      connected.value = now;
    },
  );
  // A bank takes the whole window; on the way back the shop's page leads here again.
  effect(() => keep(window.sessionStorage, { settings: settings.value, entries: entries.value }));
  whenIdle(window, IDLE_MS, () => {
    if (!paying && entries.value.length > 0) room.reset();
  });
  return room;
}
