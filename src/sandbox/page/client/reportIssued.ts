import { embedder } from './embedder.ts';

/**
 * Tells the page around this one that a voucher's number stands here, which is good for days: its dialog counts no seconds beside it, and asks
 * nothing over it. It says nothing of a payment, so it may go to anybody where the shop's origin is not known.
 */
export function reportIssued(window: Window): void {
  if (window.parent === window) return;
  window.parent.postMessage({ ns: 'hpp-checkout', v: 1, type: 'issued' }, embedder(window) ?? '*');
}
