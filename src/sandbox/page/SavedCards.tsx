import type { JSX } from 'preact';
import type { SavedCard } from '../hostedPage/hostedPageService.ts';
import { BrandMark } from './BrandMark.tsx';
import { fill, type Texts } from './texts/texts.ts';

interface Props {
  cards: readonly SavedCard[];
  chosen: string | undefined;
  texts: Texts;
}

/** Cards that the shop asked to show (S134); nothing when there is none. The style sheet hides the fields that a saved card does not need. */
export function SavedCards({ cards, chosen, texts }: Props): JSX.Element | null {
  if (cards.length === 0) return null;
  const selected = chosen === undefined ? cards[0]?.id : chosen;
  return (
    <fieldset class="saved">
      <legend>{texts.savedCards}</legend>
      {cards.map((card) => (
        <label key={card.id} class="choice">
          <input type="radio" name="savedCardId" value={card.id} checked={card.id === selected} />
          <BrandMark name={card.brand} />
          <span class="visually-hidden">{card.brand}</span>
          <span class="grow">
            <bdi>•••• {card.maskedNumber.slice(-4)}</bdi>
            <small>{fill(texts.savedCardExpires, { expiry: card.expiry })}</small>
          </span>
        </label>
      ))}
      <label class="choice">
        <input type="radio" name="savedCardId" value="" data-new-card checked={selected === ''} />
        <span class="grow">{texts.anotherCard}</span>
      </label>
    </fieldset>
  );
}
