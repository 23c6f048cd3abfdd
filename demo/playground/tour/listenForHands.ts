import type { PlaygroundState } from '../state/playgroundState.ts';
import type { Film } from './film.ts';

/** What has a use of its own for these keys. */
const USES_SPACE = 'button, a, input, select, textarea, summary';
const USES_ARROWS = 'input, select, textarea, [role="tab"]';

/**
 * While the tour is on: space pauses and plays, the arrows step, Escape leaves, wherever the focus is; and whoever takes a hand to the shop
 * pauses the film. In the shop the keys are the shop's own again once the film is paused.
 */
export function listenForHands(window: Window, state: PlaygroundState, film: Film): void {
  const { tour } = state;
  const isIn = (target: EventTarget | null, selector: string) =>
    target !== null && 'closest' in target && (target as Element).closest(selector) !== null;

  function take({ key, target }: KeyboardEvent): boolean {
    if (key === 'Escape') film.leave();
    else if (key === ' ' && !isIn(target, USES_SPACE)) film.playing.value = !film.playing.value;
    else if (key === 'ArrowRight' && !isIn(target, USES_ARROWS)) film.next();
    else if (key === 'ArrowLeft' && !isIn(target, USES_ARROWS)) film.back();
    else return false;
    return true;
  }
  window.addEventListener('keydown', (event) => {
    if (tour.value !== null && !event.defaultPrevented && take(event)) event.preventDefault();
  });

  function listenToShop(): void {
    // None while a page of another origin has the frame, as in a full-page checkout.
    const shop = state.shopFrame()?.contentDocument?.defaultView;
    shop?.addEventListener(
      'keydown',
      (event) => {
        if (tour.value === null || !film.playing.value || !event.isTrusted || !take(event)) return;
        event.preventDefault();
        event.stopImmediatePropagation();
      },
      true,
    );
    shop?.addEventListener(
      'pointerdown',
      ({ isTrusted }) => {
        if (isTrusted) film.playing.value = false;
      },
      true,
    );
  }
  // `load` does not bubble, and each page of the shop has a window of its own to listen to.
  window.document.addEventListener(
    'load',
    ({ target }) => {
      if (target === state.shopFrame()) listenToShop();
    },
    true,
  );
}
