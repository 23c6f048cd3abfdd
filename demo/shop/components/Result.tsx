import type { JSX } from 'preact';
import { RESULT_ID } from '../state/resultId.ts';
import type { ShopOutcome, ShopTexts } from '../texts/shopTexts.ts';

interface ResultProps {
  outcome: ShopOutcome | null;
  texts: ShopTexts;
  startAgain: () => void;
}

/** How a checkout ended that was not paid, for the customer; who has paid sees the thank-you page. */
export function Result({ outcome, texts, startAgain }: ResultProps): JSX.Element {
  if (outcome === 'completed') return <></>;
  const text = outcome === null ? null : texts.outcomes[outcome];
  return (
    <div class="result" id={RESULT_ID} tabIndex={-1} role="status" data-outcome={outcome ?? undefined}>
      {text !== null && (
        <>
          <strong>{text.title}</strong>
          <p>{text.text}</p>
          {outcome === 'pending' && (
            <button type="button" onClick={startAgain}>
              {texts.newBasket}
            </button>
          )}
        </>
      )}
    </div>
  );
}
