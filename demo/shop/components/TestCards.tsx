import type { JSX } from 'preact';
import type { ShopTexts } from '../texts/shopTexts.ts';
import { testCards } from './testCards.ts';

export function TestCards({ texts }: { texts: ShopTexts }): JSX.Element {
  return (
    <details class="cards">
      <summary>{texts.testCards}</summary>
      <ul>
        {testCards.map(({ number, does }) => (
          <li key={number}>
            <code dir="ltr">{number}</code> {texts.cards[does]}
          </li>
        ))}
      </ul>
      <p>{texts.testCardsHint}</p>
    </details>
  );
}
