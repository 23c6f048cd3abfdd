import type { JSX } from 'preact';

/** Letters of our own, as strokes five wide and eight high. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M 0 8 2.5 0 5 8M1 5.4h3',
  B: 'M 0 0v8h2.6a2 2 0 0 0 0-4.1H0h2.3a1.9 1.9 0 0 0 0-3.9z',
  C: 'M5 1.3C4.4.4 3.6 0 2.7 0 1.1 0 0 1.6 0 4s1.1 4 2.7 4c.9 0 1.7-.4 2.3-1.3',
  D: 'M 0 0v8h1.9C3.9 8 5 6.4 5 4S3.9 0 1.9 0z',
  E: 'M4.6 0H0v8h4.6M0 4h3.8',
  I: 'M2.5 0v8',
  J: 'M4 0v5.8C4 7.2 3.2 8 2 8 1 8 .3 7.5 0 6.6',
  M: 'M 0 8V0l2.5 4.5L5 0v8',
  P: 'M 0 8V0h2.7a2.3 2.3 0 0 1 0 4.6H0',
  S: 'M4.9 1.1C4.2.3 3.4 0 2.5 0 1.2 0 .2.8.2 2c0 2.6 4.7 1.6 4.7 4 0 1.2-1.1 2-2.4 2C1.5 8 .6 7.7 0 7',
  U: 'M 0 0v5.2C0 7 1 8 2.5 8S5 7 5 5.2V0',
  V: 'M 0 0l2.5 8L5 0',
  X: 'M 0 0l5 8M5 0 0 8',
};

/** Colour and letters of a network's mark. Drawn here, and nobody's trademark. */
const MARKS: Readonly<Record<string, readonly [colour: string, letters: string]>> = {
  Visa: ['#223a8c', 'VISA'],
  Mastercard: ['#a8480f', 'MC'],
  Amex: ['#0f6f8f', 'AMEX'],
  Maestro: ['#5b3f8c', 'MAE'],
  Discover: ['#8a4b12', 'DISC'],
  Diners: ['#3d4b5c', 'DC'],
  JCB: ['#17693b', 'JCB'],
  UnionPay: ['#a0262e', 'UP'],
};

/** What a page shows before a number is typed. */
export const SHOWN_MARKS: readonly string[] = ['Visa', 'Mastercard', 'Amex'];
export const ALL_MARKS: readonly string[] = Object.keys(MARKS);

/** Room between two letters. */
const STEP = 7;

/** A network's mark, a small card with its letters; its name stands beside it for readers. Nothing for a network that has none. */
export function BrandMark({ name }: { name: string }): JSX.Element | null {
  const mark = MARKS[titleOf(name)];
  if (mark === undefined) return null;
  const [colour, letters] = mark;
  const start = 19 - (letters.length * STEP - 2) / 2;
  return (
    <svg
      class="brand-mark"
      data-mark={titleOf(name)}
      viewBox="0 0 38 24"
      aria-hidden="true"
      focusable="false"
    >
      <rect x=".5" y=".5" width="37" height="23" rx="4.5" fill={colour} />
      {[...letters].map((letter, index) => (
        <path key={letter} transform={`translate(${start + index * STEP} 8)`} d={LETTERS[letter]} />
      ))}
    </svg>
  );
}

/** The gateway names networks in capitals (`CardType`, S177), card libraries by their titles. */
function titleOf(name: string): string {
  return ALL_MARKS.find((each) => each.toLowerCase() === name.toLowerCase()) ?? '';
}
