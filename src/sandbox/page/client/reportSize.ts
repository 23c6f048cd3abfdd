import { embedder } from './embedder.ts';

/** Bounds of what a page may be said to be high, in CSS pixels. */
const LOWEST = 160;
const HIGHEST = 2400;

/**
 * Tells the page around this one how high the sheet is, so that its dialog may follow: when the page opens, and whenever that
 * changes, and once more at its `load`, by which the dialog knows whose height it is. A height says nothing of a payment, so it may go to anybody where the shop's origin is not known.
 */
export function reportSize(window: Window & typeof globalThis, sheet: HTMLElement): void {
  if (window.parent === window) return;
  const target = embedder(window) ?? '*';
  let told = 0;
  const report = (isAgain: boolean) => {
    const height = Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(sheet.getBoundingClientRect().height)));
    if (height === told && !isAgain) return;
    told = height;
    window.parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'size', height }, target);
  };
  new window.ResizeObserver(() => report(false)).observe(sheet);
  window.addEventListener('load', () => report(true));
}
