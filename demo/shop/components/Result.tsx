import type { JSX } from 'preact';
import type { ShopOutcome, ShopTexts } from '../texts/shopTexts.ts';

interface ResultProps {
  outcome: ShopOutcome | null;
  texts: ShopTexts;
  startAgain: () => void;
}

/** How the checkout ended, for the customer. */
export function Result({ outcome, texts, startAgain }: ResultProps): JSX.Element {
  const text = outcome === null ? null : texts.outcomes[outcome];
  return (
    <div class="result" role="status" data-outcome={outcome ?? undefined}>
      {text !== null && (
        <>
          <strong>{text.title}</strong>
          <p>{text.text}</p>
          {(outcome === 'completed' || outcome === 'pending') && (
            <button type="button" onClick={startAgain}>
              {texts.newBasket}
            </button>
          )}
        </>
      )}
    </div>
  );
}
