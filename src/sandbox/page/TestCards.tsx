import type { ComponentChildren, JSX } from 'preact';
import { BANK_CARDS, type BankBehaviour } from '../cards/bankCards.ts';
import { BANK_SENTENCES } from '../cards/bankSentences.ts';
import { TEST_CARDS } from './testCards.ts';
import { fill, type Texts } from './texts/texts.ts';

/** The sandbox's cards at hand: to copy without a script, to fill in by one click with it. */
export function TestCards({ texts }: { texts: Texts }): JSX.Element {
  return (
    <details class="test-cards">
      <summary>{texts.testCards}</summary>
      <p>{texts.testCardsNote}</p>
      <ul>
        {TEST_CARDS.map(({ number, brand, outcome, securityCode }) => (
          <Card key={number} number={number} securityCode={securityCode} does={texts[outcome]} texts={texts}>
            {brand} · {texts[outcome]}
          </Card>
        ))}
      </ul>
      <details>
        <summary>{texts.testBanks}</summary>
        <ul>
          {Object.entries(BANK_CARDS).map(([behaviour, number]) => {
            const says = BANK_SENTENCES[behaviour as BankBehaviour];
            return (
              <Card key={number} number={number} securityCode="123" does={says} texts={texts}>
                <bdi lang="en">{says}</bdi>
              </Card>
            );
          })}
        </ul>
      </details>
    </details>
  );
}

interface CardProps {
  number: string;
  securityCode: string;
  /** What it does, for the name of its button. */
  does: string;
  texts: Texts;
  children: ComponentChildren;
}

function Card({ number, securityCode, does, texts, children }: CardProps): JSX.Element {
  const shown = grouped(number);
  return (
    <li>
      <span class="grow">
        <bdi class="number">{shown}</bdi>
        <small>{children}</small>
      </span>
      <button
        type="button"
        class="small"
        hidden
        data-number={number}
        data-code={securityCode}
        aria-label={fill(texts.useCard, { card: `${shown}, ${does}` })}
      >
        {fill(texts.useCard, { card: '' }).trim()}
      </button>
    </li>
  );
}

function grouped(number: string): string {
  return number.length === 15
    ? number.replace(/^(.{4})(.{6})/, '$1 $2 ')
    : number.replace(/(.{4})(?=.)/g, '$1 ');
}
