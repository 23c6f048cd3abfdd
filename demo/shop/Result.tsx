import type { JSX } from 'preact';
import type { Told } from './shopState.ts';
import type { ShopTexts } from './texts/shopTexts.ts';

interface ResultProps {
  told: Told | null;
  texts: ShopTexts;
  startAgain: () => void;
}

/** What the checkout told the shop, for the customer. */
export function Result({ told, texts, startAgain }: ResultProps): JSX.Element {
  const words = told === null ? null : texts.outcomes[told.outcome];
  return (
    <div class="result" role="status" data-outcome={told?.outcome}>
      {words !== null && (
        <>
          <strong>{words.title}</strong>
          <p>{words.text}</p>
          {(told?.outcome === 'completed' || told?.outcome === 'pending') && (
            <button type="button" onClick={startAgain}>
              {texts.newBasket}
            </button>
          )}
        </>
      )}
    </div>
  );
}
