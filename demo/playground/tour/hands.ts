import type { Signal } from '@preact/signals';
import type { HostedPage, Rect } from './hostedPage.ts';

/** Something that the film does, on the page where a person would do it. */
export interface Move {
  do: 'find' | 'type' | 'press';
  in: 'room' | 'shop' | 'hosted';
  /** A selector; on the hosted page one of the names that it takes. */
  at: string;
  text?: string;
}

/** Where the film's pointer is, in the room's window, and whether it presses. */
export interface PointerState {
  x: number;
  y: number;
  presses: boolean;
}

interface HandsContext {
  window: Window;
  shopFrame: () => HTMLIFrameElement | null;
  hostedPage: HostedPage;
  pointer: Signal<PointerState | null>;
  /** Milliseconds of a glide, and between two letters; none where the customer wants no motion. */
  pace: () => { glide: number; letter: number };
}

/** How long something that is to be pressed may take to be there. */
const WAIT_MS = 20_000;

/** Makes the film's moves: real events on the real pages, with a pointer that is seen. */
export function createHands({ window, shopFrame, hostedPage, pointer, pace }: HandsContext) {
  const { document } = window;
  const wait = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const timer = window.setTimeout(resolve, ms);
      signal.addEventListener('abort', () => {
        window.clearTimeout(timer);
        resolve();
      });
    });

  /** @throws Error when it is not there in time. */
  async function until<T>(look: () => T | null | Promise<T | null>, signal: AbortSignal): Promise<T> {
    for (const end = window.performance.now() + WAIT_MS; ; ) {
      const found = await look();
      signal.throwIfAborted();
      if (found !== null) return found;
      if (window.performance.now() > end) throw new Error('The film did not find what it wanted to press.');
      await wait(60, signal);
    }
  }

  async function pointAt(
    { x, y, width, height }: Rect,
    frames: readonly (Element | null)[],
    signal: AbortSignal,
  ) {
    const { glide } = pace();
    const at = { x: x + Math.min(width / 2, 120), y: y + height / 2 };
    for (const frame of frames) {
      const { x: left = 0, y: top = 0 } = frame?.getBoundingClientRect() ?? {};
      at.x += left;
      at.y += top;
    }
    pointer.value = { ...at, presses: false };
    await wait(glide, signal);
  }

  async function showPress(signal: AbortSignal) {
    if (pointer.value !== null) pointer.value = { ...pointer.value, presses: true };
    await wait(pace().glide / 3, signal);
    if (pointer.value !== null) pointer.value = { ...pointer.value, presses: false };
  }

  async function onHosted(move: Move, signal: AbortSignal) {
    const rect = await until(() => hostedPage.send({ type: 'find', place: move.at }, signal), signal);
    await pointAt(rect, [shopFrame(), frameOf(shopFrame()?.contentDocument, hostedPage.window())], signal);
    if (move.do === 'find') return;
    if (move.do === 'press') await showPress(signal);
    const { at: place, text } = move;
    await hostedPage.send({ type: move.do, place, ...(text && { text }), pace: pace().letter }, signal);
    signal.throwIfAborted();
  }

  async function onPage(move: Move, signal: AbortSignal) {
    const root = () => (move.in === 'room' ? document : shopFrame()?.contentDocument);
    const found = await until(() => {
      const element = root()?.querySelector<HTMLElement>(move.at) ?? null;
      return element !== null && element.getClientRects().length > 0 ? element : null;
    }, signal);
    found.scrollIntoView({ block: 'nearest' });
    await pointAt(found.getBoundingClientRect(), move.in === 'room' ? [] : [shopFrame()], signal);
    if (move.do === 'press') {
      await showPress(signal);
      signal.throwIfAborted();
      // Drawn anew meanwhile, it is another element; the old one would open what was chosen before.
      (root()?.querySelector<HTMLElement>(move.at) ?? found).click();
    } else if (move.do === 'type') await typeInto(found as HTMLInputElement, move.text ?? '', signal);
  }

  async function typeInto(input: HTMLInputElement, text: string, signal: AbortSignal) {
    input.value = '';
    for (const letter of text) {
      input.value += letter;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
      await wait(pace().letter, signal);
      signal.throwIfAborted();
    }
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }

  return {
    /** @throws when it was aborted, or what it needs is not there in time. */
    make: (move: Move, signal: AbortSignal): Promise<void> =>
      move.in === 'hosted' ? onHosted(move, signal) : onPage(move, signal),
    wait,
    until,
  };
}

/** The frame that shows a window, also in the dialog's open shadow root. */
function frameOf(root: Document | ShadowRoot | null | undefined, shown: Window | null): Element | null {
  if (!root || shown === null) return null;
  for (const element of root.querySelectorAll('*')) {
    if ((element as HTMLIFrameElement).contentWindow === shown) return element;
    const inside = frameOf(element.shadowRoot, shown);
    if (inside !== null) return inside;
  }
  return null;
}
