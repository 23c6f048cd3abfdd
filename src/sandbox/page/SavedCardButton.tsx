import type { JSX } from 'preact';
import type { SavedCard } from '../hostedPage/hostedPageService.ts';
import { BrandMark } from './BrandMark.tsx';
import { fill, type Texts } from './texts/texts.ts';

/** Pays with a saved card by one press. Its form sends no security code: whoever stored the card has given it before. */
export function SavedCardButton(props: {
  cards: readonly SavedCard[];
  texts: Texts;
  amount: string;
}): JSX.Element | null {
  const { cards, texts, amount } = props;
  const [card] = cards;
  if (card === undefined) return null;
  return (
    <form method="post" class="one-tap" data-guard={texts.busy}>
      <input type="hidden" name="method" value="card" />
      <button type="submit" class="express" value={card.id} name="savedCardId">
        <BrandMark name={card.brand} />
        <span>
          {fill(texts.pay, { amount })} <bdi>•••• {card.maskedNumber.slice(-4)}</bdi>
        </span>
      </button>
    </form>
  );
}
