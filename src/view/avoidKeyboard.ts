import { listen } from '../checkout/listen.ts';

/**
 * Keeps the sheet above an on-screen keyboard: it covers the page without making the page smaller, so the field the
 * customer types into would stand behind it. `--hpp-above` and `--hpp-below` are what is hidden at either edge (F52).
 * https://developer.mozilla.org/en-US/docs/Web/API/VisualViewport
 */
export function avoidKeyboard(window: Window, shell: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const { style } = shell;
  function fit(): void {
    const { scale, offsetTop, height } = viewport as VisualViewport;
    // The customer has zoomed in: they see a part of the page because they want to.
    if (scale > 1) return;
    style.setProperty('--hpp-above', `${offsetTop}px`);
    style.setProperty('--hpp-below', `${window.innerHeight - height - offsetTop}px`);
  }
  return listen([viewport, 'resize', fit], [viewport, 'scroll', fit]);
}
