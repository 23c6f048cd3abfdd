import { effect, signal, untracked } from '@preact/signals';
import type { PlaygroundState } from '../state/playgroundState.ts';
import type { Film } from './film.ts';
import { createHands, type PointerState } from './hands.ts';
import { createHostedPage } from './hostedPage.ts';
import { listenForHands } from './listenForHands.ts';
import { STEPS, type TourStep } from './steps.ts';

const GLIDE_MS = 520;
const LETTER_MS = 42;
/** How long a caption stands after its step is done: a moment, and a while for each letter. */
const readingMs = (caption: string) => 1_600 + 55 * caption.length;
const TICK_MS = 100;
/** What of the room the steps are about that stands in the panel. */
const PANEL = ['score', 'tabs'];

/** Joins the film to the room's state: `state.tour` says which step it is at. */
export function createFilm(window: Window, state: PlaygroundState): Film {
  const { tour, entries } = state;
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const playing = signal(!isStill);
  const isSkipped = signal(false);
  const stuck = signal(false);
  const pointer = signal<PointerState | null>(null);
  const pace = () =>
    isStill || isSkipped.value ? { glide: 0, letter: 0 } : { glide: GLIDE_MS, letter: LETTER_MS };
  const isWide = () => window.matchMedia('(min-width: 56rem)').matches;
  const pause = () => {
    playing.value = false;
  };
  const hostedPage = createHostedPage(window, state.page.gatewayOrigin, (key) =>
    key === 'Escape' ? leave() : pause(),
  );
  const hands = createHands({ window, shopFrame: state.shopFrame, hostedPage, pointer, pace });
  let run: AbortController | null = null;
  /** When the customer of this scene came, and whether the film has opened the dialog for them. */
  let scene = { since: 0, pays: false };
  let before: ReturnType<typeof state.settings.peek> | null = null;

  const isPaying = () =>
    entries.value.findLast(({ type }) => type === 'open' || type === 'close')?.type === 'open';
  const has = (type: string) => entries.value.some((entry) => entry.type === type && entry.at >= scene.since);

  function when(condition: () => boolean, aborted: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = effect(() => {
        if (condition()) resolve();
      });
      const abort = () => reject(aborted.reason);
      aborted.addEventListener('abort', abort, { once: true });
      if (aborted.aborted) abort();
      aborted.addEventListener('abort', stop, { once: true });
    });
  }

  async function freshen(aborted: AbortSignal): Promise<void> {
    const basketId = state.basket.value?.basket.id;
    const paying = isPaying();
    hostedPage.forget();
    pointer.value = null;
    scene = { since: state.now(), pays: false };
    if (paying) state.reloadShop();
    else state.startAgain();
    await when(() => ![undefined, basketId].includes(state.basket.value?.basket.id), aborted);
  }

  /** Whether the shop's Pay link is of what was chosen: it is told by message, and draws the link anew. */
  function shopFollows(): true | null {
    const pay = state.shopFrame()?.contentDocument?.querySelector<HTMLElement>('#pay');
    const { scenario, lang } = state.settings.peek();
    const { demo } = JSON.parse(pay?.dataset.order ?? '{}');
    return (demo?.scenario === scenario && demo.lang === lang) || null;
  }

  /** The checkout's script comes by itself, and until then the Pay link is a link: pressed, it would lead the frame away. */
  function checkoutIsHere(): true | null {
    const shop = state.shopFrame()?.contentWindow;
    return (shop && 'HppCheckout' in shop) || null;
  }

  /** On a phone either the shop can be seen or the panel, else both. */
  function show(panel: boolean): void {
    const open = panel || isWide();
    // What it pointed at is out of sight.
    if (open !== state.open.peek()) pointer.value = null;
    state.open.value = open;
  }

  async function play(step: TourStep, aborted: AbortSignal): Promise<void> {
    const { settings, tab, device, moves = [], until = [] } = step;
    if (settings !== undefined) state.change(settings);
    if (tab !== undefined) state.tab.value = tab;
    if (device !== undefined) state.device.value = device;
    show(PANEL.includes(step.target));
    if (step.fresh) await freshen(aborted);
    else if (settings !== undefined) await hands.until(shopFollows, aborted);
    for (const move of moves) {
      await when(() => playing.value || isSkipped.value, aborted);
      show(move.in === 'room');
      if (move.at === '#pay') await hands.until(checkoutIsHere, aborted);
      await hands.make(move, aborted);
      if (move.at === '#pay') scene.pays = true;
    }
    show(PANEL.includes(step.target));
    for (const type of until) await hands.until(() => has(type) || null, aborted);
    // The clock is held while a dialog is open, unless the film has opened it.
    const ticks = () => playing.value && !state.showsPhoneCode.value && (scene.pays || !isPaying());
    for (let left = readingMs(step.caption); left > 0 && !isSkipped.value; left -= TICK_MS) {
      await when(() => ticks() || isSkipped.value, aborted);
      await hands.wait(isSkipped.value ? 0 : TICK_MS, aborted);
      aborted.throwIfAborted();
    }
  }

  function go(to: number | null): void {
    tour.value = to !== null && to < STEPS.length ? to : null;
  }

  async function enter(at: number | null): Promise<void> {
    run?.abort();
    isSkipped.value = false;
    stuck.value = false;
    const step = at === null ? undefined : STEPS[at];
    if (at === null || step === undefined) {
      pointer.value = null;
      if (before !== null) state.change(before);
      before = null;
      return;
    }
    before ??= state.settings.peek();
    run = new AbortController();
    const { signal: aborted } = run;
    try {
      await play(step, aborted);
      go(at + 1);
    } catch {
      if (aborted.aborted) return;
      // A page that has expired meanwhile, or a shop that somebody else is using.
      stuck.value = true;
      pause();
    }
  }

  function leave(): void {
    go(null);
  }

  const film: Film = {
    playing,
    pointer,
    stuck,
    next() {
      if (stuck.value) go((tour.value ?? 0) + 1);
      else isSkipped.value = true;
    },
    back() {
      const at = tour.value ?? 0;
      const scenes = [...STEPS.keys()].filter((index) => index < at && STEPS[index]?.fresh);
      go(scenes.at(-1) ?? 0);
    },
    leave,
  };
  effect(() => {
    const at = tour.value;
    if (at === 0) playing.value = !isStill;
    untracked(() => void enter(at));
  });
  listenForHands(window, state, film);
  return film;
}
