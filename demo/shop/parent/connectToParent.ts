import { effect } from '@preact/signals';
import { listenToCheckout } from '../checkout/listenToCheckout.ts';
import { showResult } from '../checkout/showResult.ts';
import type { ShopState } from '../state/shopState.ts';
import { formatMoney } from '../texts/formatMoney.ts';
import { openParentChannel } from './parentChannel.ts';

/** Follows the checkout's events, and tells them and the basket to the page around the shop, which sets theme and scenario. */
export function connectToParent(
  window: Window,
  state: ShopState,
  { now, returned }: { now: () => number; returned: boolean },
): void {
  const channel = openParentChannel(window, (message) => {
    if (message.type === 'startAgain') state.startAgain();
    else if (message.type === 'film') state.film.value = message.plays;
    else state.settings.value = message.settings;
  });
  effect(() => {
    const { id, items, quote } = state.basket.value;
    const total = formatMoney(quote.total, state.catalogue.currency, state.settings.value.lang);
    channel.send({ from: 'shop', type: 'basket', basket: { id, items }, total });
  });
  listenToCheckout(
    window.document,
    now,
    (outcome, orderReference) => {
      state.orderReference.value = orderReference;
      state.outcome.value = outcome;
    },
    (event) => {
      channel.send({ from: 'shop', type: 'event', event });
      if (event.type === 'close') showResult(window, state.outcome.peek(), returned);
    },
  );
  channel.send({ from: 'shop', type: 'ready' });
}
