import type { JSX } from 'preact';

/** Our own drawings, by product. Decorative: the product's name stands beside them. */
export function Art({ sku }: { sku: string }): JSX.Element {
  return (
    <svg class="art" viewBox="0 0 120 120" role="presentation" aria-hidden="true">
      <circle class="art-ground" cx="60" cy="60" r="56" />
      {DRAWINGS[sku]}
    </svg>
  );
}

const DRAWINGS: Record<string, JSX.Element> = {
  kettle: (
    <g>
      <path class="art-line" d="M84 56c14-2 20 8 16 22s-14 14-18 12" />
      <path class="art-line" d="M42 66c-10 2-12-18-20-26l-5 2" />
      <path class="art-body" d="M42 52h40l6 38a4 4 0 0 1-4 5H40a4 4 0 0 1-4-5z" />
      <path class="art-shade" d="M70 52h12l6 38a4 4 0 0 1-4 5H74z" />
      <path class="art-lid" d="M46 52c2-8 30-8 32 0z" />
      <circle class="art-lid" cx="62" cy="42" r="4" />
    </g>
  ),
  dripper: (
    <g>
      <path class="art-line" d="M88 44c12-4 18 8 10 15-5 5-12 4-16 1" />
      <path class="art-body" d="M28 38h64L72 78H48z" />
      <path class="art-shade" d="M72 38h20L72 78h-8z" />
      <path class="art-lid" d="M36 80h48a3 3 0 0 1 0 7H36a3 3 0 0 1 0-7z" />
      <path class="art-line" d="M60 92v8" />
    </g>
  ),
  beans: (
    <g>
      <path class="art-body" d="M38 34h44l6 58a4 4 0 0 1-4 4H36a4 4 0 0 1-4-4z" />
      <path class="art-shade" d="M70 34h12l6 58a4 4 0 0 1-4 4H72z" />
      <path class="art-lid" d="M36 24h48v10H36z" />
      <ellipse class="art-bean" cx="54" cy="66" rx="10" ry="14" transform="rotate(24 54 66)" />
      <path class="art-crease" d="M58 54c-8 6-2 16-9 24" />
    </g>
  ),
};
