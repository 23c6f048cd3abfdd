import { signal } from '@preact/signals';
import { DEFAULT_SETTINGS, toQuery } from '../../settings/settings.ts';
import type { PlaygroundPageData } from '../../wire/playgroundPage.ts';
import type { Entry } from '../timeline/entry.ts';
import type { PlaygroundState } from './playgroundState.ts';
import { runAction } from './runAction.ts';
import type { SavedPlayground } from './savedPlayground.ts';
import { setAddress } from './setAddress.ts';
import type { ShopFrame } from './shopFrame.ts';

interface StateContext {
  now: () => number;
  page: PlaygroundPageData;
  returned: boolean;
  saved: SavedPlayground | null;
  frame: ShopFrame;
}

/** The signals, and what the buttons do to them and to the shop in the frame. */
export function createState(
  window: Window,
  { page, returned, saved, frame, now }: StateContext,
): PlaygroundState {
  const settings = signal(saved?.settings ?? page.settings);
  const basket = signal<PlaygroundState['basket']['value']>(null);
  const entries = signal<readonly Entry[]>(saved?.entries ?? []);
  const device = signal<PlaygroundState['device']['value']>('desktop');
  const tab = signal<PlaygroundState['tab']['value']>('scenario');
  const tour = signal<number | null>(null);
  const notice = signal('');
  const plugArmed = signal(false);
  const newVisitor = signal(!returned);

  function startAgain(): void {
    entries.value = [];
    notice.value = '';
    plugArmed.value = false;
    frame.send({ from: 'parent', type: 'startAgain' });
  }

  const change: PlaygroundState['change'] = (part) => {
    const before = settings.value;
    settings.value = { ...before, ...part };
    frame.send({ from: 'parent', type: 'settings', settings: settings.value });
    if (settings.value.scenario !== before.scenario) startAgain();
    setAddress(window.history, settings.value);
  };

  return {
    page,
    now,
    returned,
    settings,
    basket,
    entries,
    connected: signal(false),
    device,
    tab,
    open: signal(window.matchMedia('(min-width: 56rem)').matches),
    tour,
    notice,
    plugArmed,
    showsPhoneCode: signal(false),
    change,
    async run(action) {
      notice.value = await runAction(page.merchantOrigin, action, basket.value?.basket);
    },
    startAgain,
    newVisitor,
    reset() {
      change(DEFAULT_SETTINGS);
      device.value = 'desktop';
      tab.value = 'scenario';
      tour.value = null;
      startAgain();
    },
    reloadShop() {
      newVisitor.value = true;
      frame.load(`/shop?${toQuery(settings.value)}`);
    },
    shopFrame: frame.element,
    attachFrame: frame.attach,
  };
}
