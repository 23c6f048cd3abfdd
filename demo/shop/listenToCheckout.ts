import type { Told } from './shopState.ts';

/** What the shop passes on to the control room: an event of the checkout, as it was heard. */
export interface HeardEvent {
  type: string;
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
] as const;
const OUTCOMES: Partial<Record<(typeof TYPES)[number], Told['outcome']>> = {
  complete: 'completed',
  fail: 'failed',
  pending: 'pending',
  expired: 'expired',
};

/** The checkout's DOM events, as any shop would listen to them. */
export function listenToCheckout(
  document: Document,
  tell: (told: Told | null) => void,
  pass: (event: HeardEvent) => void,
): void {
  /** An error is followed by `close`; it should stay on screen. */
  let failed = false;
  document.addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('[data-hpp-checkout]'))
        pass({ type: 'click', at: Date.now(), detail: {} });
    },
    true,
  );
  for (const type of TYPES) {
    document.addEventListener(`hpp-checkout:${type}`, (event) => {
      const { detail } = event as CustomEvent<Record<string, unknown>>;
      pass({ type, at: Date.now(), detail: type === 'error' ? errorFacts(detail) : { ...detail } });
      const outcome = OUTCOMES[type];
      if (outcome !== undefined) tell({ outcome });
      else if (type === 'open') tell(null);
      else if (type === 'close' && detail.outcome === 'closed' && !failed) tell({ outcome: 'closed' });
      failed = type === 'error' && OPENING_FAILED.has(String(detail.code));
      if (failed) tell({ outcome: 'error' });
    });
  }
}

/** Errors after which there was no page to pay on; the others are only named for the developer. */
const OPENING_FAILED = new Set([
  'session_create_failed',
  'session_create_timeout',
  'invalid_redirect_url',
  'origin_not_allowed',
  'chunk_load_failed',
  'offline',
]);

function errorFacts({ code, message }: Record<string, unknown>): Record<string, unknown> {
  return { code, message };
}
