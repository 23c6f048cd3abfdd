import type { FullCard } from '../cards/card.ts';
import { type CardBehaviour, type TestCard, testCardBehaviour } from '../cards/testCards.ts';
import { ApiError } from './apiError.ts';

/** What the card does, once it is known for a test card; `added` are the operator's own. @throws ApiError `LIVE_CARD_REFUSED`. */
export function testCardOnly(card: FullCard, added: readonly TestCard[]): CardBehaviour {
  const behaviour = testCardBehaviour(card.number, added);
  if (behaviour === null) {
    throw new ApiError(
      'LIVE_CARD_REFUSED',
      "CardNumber: expected a published test number such as 4242424242424242; this one may be somebody's card.",
    );
  }
  return behaviour;
}
