import type { FullCard } from '../cards/card.ts';
import { type CardBehaviour, testCardBehaviour } from '../cards/testCards.ts';
import type { SandboxParts } from '../parts.ts';
import { ApiError } from './apiError.ts';

/** What the card does, once it is known for a test card. @throws ApiError `LIVE_CARD_REFUSED`. */
export function testCardOnly(card: FullCard, { settings }: SandboxParts): CardBehaviour {
  const behaviour = testCardBehaviour(card.number, settings.cards);
  if (behaviour === null) {
    throw new ApiError(
      'LIVE_CARD_REFUSED',
      "CardNumber: expected a published test number such as 4242424242424242; this one may be somebody's card.",
    );
  }
  return behaviour;
}
