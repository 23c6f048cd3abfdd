import type { CheckoutEventType } from 'hpp-checkout';
import type { ShopOutcome } from '../texts/shopTexts.ts';

/** Something that happened in the browser, for the control room's timeline. */
export interface BrowserEvent {
  type: string;
  /** Milliseconds since 1970. */
  at: number;
  detail: Record<string, unknown>;
}

const TYPES = [
  'open',
  'load',
  'expiring',
  'expired',
  'complete',
  'fail',
  'pending',
  'close',
  'error',
] as const satisfies readonly CheckoutEventType[];

const OUTCOMES: Partial<Record<(typeof TYPES)[number], ShopOutcome>> = {
  complete: 'completed',
  fail: 'failed',
  pending: 'pending',
  expired: 'expired',
};

/** Errors after which there was no page to pay on. The other errors are for the developer alone. */
const OPENING_FAILED = new Set([
  'session_create_failed',
  'session_create_timeout',
  'invalid_redirect_url',
  'origin_not_allowed',
  'chunk_load_failed',
  'offline',
]);

/**
 * Listens to the checkout's DOM events, as any shop would.
 *
 * @param now milliseconds since 1970.
 * @param onOutcome is called with `null` when a checkout opens, and with its outcome when it ends.
 * @param onEvent is called with every event, and with each press on a Pay button.
 */
export function listenToCheckout(
  document: Document,
  now: () => number,
  onOutcome: (outcome: ShopOutcome | null, orderReference: string | null) => void,
  onEvent: (event: BrowserEvent) => void,
): void {
  /** An error is followed by `close`; the error should stay on screen. */
  let failed = false;
  const report = (type: string, detail: Record<string, unknown>) => onEvent({ type, at: now(), detail });

  document.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('[data-hpp-checkout]')) report('click', {});
    },
    true,
  );
  for (const type of TYPES) {
    document.addEventListener(`hpp-checkout:${type}`, (event) => {
      const { detail } = event as CustomEvent<Record<string, unknown>>;
      // An error object does not survive `postMessage` in all browsers.
      report(type, type === 'error' ? { code: detail.code, message: detail.message } : { ...detail });
      const outcome = OUTCOMES[type];
      const reference = typeof detail.orderReference === 'string' ? detail.orderReference : null;
      if (outcome !== undefined) onOutcome(outcome, reference);
      else if (type === 'open') onOutcome(null, null);
      else if (type === 'close' && detail.outcome === 'closed' && !failed) onOutcome('closed', null);
      failed = type === 'error' && OPENING_FAILED.has(String(detail.code));
      if (failed) onOutcome('error', null);
    });
  }
}
