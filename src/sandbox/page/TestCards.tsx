import type { JSX } from 'preact';
import { TEST_CARDS } from './testCards.ts';
import { fill, type Texts } from './texts/texts.ts';

/** The sandbox's cards at hand: to copy without a script, to fill in by one click with it. */
export function TestCards({ texts }: { texts: Texts }): JSX.Element {
  return (
    <details class="test-cards">
      <summary>{texts.testCards}</summary>
      <p>{texts.testCardsNote}</p>
      <ul>
        {TEST_CARDS.map((card) => {
          const number = grouped(card.number);
          return (
            <li key={card.number}>
              <span class="grow">
                <bdi class="number">{number}</bdi>
                <small>
                  {card.brand} · {texts[card.outcome]}
                </small>
              </span>
              <button
                type="button"
                class="small"
                hidden
                data-number={card.number}
                data-code={card.securityCode}
                aria-label={fill(texts.useCard, { card: `${number}, ${texts[card.outcome]}` })}
              >
                {fill(texts.useCard, { card: '' }).trim()}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replace(/(.{4})(?=.)/g, '$1 ');
}
