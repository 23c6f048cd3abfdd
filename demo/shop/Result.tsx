import type { JSX } from 'preact';

export type Told = {
  outcome: 'completed' | 'failed' | 'pending' | 'closed' | 'expired' | 'error';
  detail?: string;
};

const WORDS: Record<Told['outcome'], { title: string; text: string }> = {
  completed: {
    title: 'Thank you. It is paid.',
    text: 'The gateway confirmed it to our server; your parcel is on its way.',
  },
  failed: {
    title: 'The payment did not go through.',
    text: 'No money moved. You can try again with another card.',
  },
  pending: {
    title: 'Your payment is on its way.',
    text: 'The gateway has not confirmed it yet. We will ship once it has.',
  },
  closed: { title: 'You left the payment page.', text: 'Nothing was paid. Your basket is as you left it.' },
  expired: {
    title: 'The payment page has expired.',
    text: 'Nothing was paid. You can start again whenever you like.',
  },
  error: { title: 'The payment page could not be opened.', text: 'Please try again in a moment.' },
};

/** What the checkout told the shop, for the customer. */
export function Result({ told, startAgain }: { told: Told | null; startAgain: () => void }): JSX.Element {
  const words = told === null ? null : WORDS[told.outcome];
  return (
    <div class="result" role="status" data-outcome={told?.outcome}>
      {words !== null && (
        <>
          <strong>{words.title}</strong>
          <p>{words.text}</p>
          {told?.detail !== undefined && <p class="detail">{told.detail}</p>}
          {told?.outcome === 'completed' && (
            <button type="button" onClick={startAgain}>
              Fill a new basket
            </button>
          )}
        </>
      )}
    </div>
  );
}
