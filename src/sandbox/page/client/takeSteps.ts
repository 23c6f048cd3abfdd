/** What a driver may name of the page, and nothing else. */
const PLACES: Readonly<Record<string, string>> = {
  number: '#number',
  expiry: '#expiry',
  securityCode: '#securityCode',
  holderName: '#holderName',
  pay: '.card-form .pay',
  approve: 'button[value="approve"]',
};

/** From the driver: `find` a place, `type` a text into it, or `press` it. Answered by `done` with where it lies. */
interface Step {
  ns: 'hpp-sandbox';
  type: 'find' | 'type' | 'press';
  id: number;
  place: string;
  text?: string;
  /** Milliseconds between two letters. */
  pace?: number;
}

/**
 * Lets the page at the top of the window, if it is of this origin, type and press here as a hand would: for a demonstration that plays by
 * itself. The sandbox allows it for single orders only (`pageDriver`). The page says when it is ready, and tells when a real hand or key
 * is at work in it.
 */
export function takeSteps(window: Window, driver: string): void {
  const { top, document } = window;
  if (top === null || top === window) return;
  const tell = (message: object) => top.postMessage({ ns: 'hpp-sandbox', ...message }, driver);
  window.addEventListener('message', async ({ source, origin, data }: MessageEvent<Step>) => {
    if (source !== top || origin !== driver || data?.ns !== 'hpp-sandbox') return;
    const selector = Object.hasOwn(PLACES, data.place) ? PLACES[data.place] : undefined;
    const found = selector === undefined ? null : document.querySelector<HTMLElement>(selector);
    if (found === null) return tell({ type: 'done', id: data.id, rect: null });
    found.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = found.getBoundingClientRect();
    if (data.type === 'type') await typeInto(window, found as HTMLInputElement, data);
    tell({ type: 'done', id: data.id, rect: { x, y, width, height } });
    if (data.type === 'press') found.click();
  });
  for (const type of ['pointerdown', 'keydown'] as const) {
    window.addEventListener(type, (event) => {
      if (event.isTrusted) tell({ type: 'hand', key: 'key' in event ? event.key : null });
    });
  }
  tell({ type: 'ready' });
}

async function typeInto(
  window: Window,
  input: HTMLInputElement,
  { text = '', pace = 0 }: Step,
): Promise<void> {
  input.focus({ preventScroll: true });
  input.value = '';
  for (const letter of text) {
    input.value += letter;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, data: letter, inputType: 'insertText' }));
    if (pace > 0) await new Promise((resolve) => window.setTimeout(resolve, pace));
  }
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
