import type { JSX } from 'preact';
import type { Sku } from '../../wire/catalogue.ts';

/** One of our own drawings. Decorative: the product's name stands beside it. */
export function ProductImage({ sku }: { sku: Sku }): JSX.Element {
  return (
    <svg class={`product-image product-image-${sku}`} viewBox="0 0 240 200" aria-hidden="true">
      <use href={`#product-image-${sku}`} />
    </svg>
  );
}

/** All drawings, once in a page; `ProductImage` refers to them. */
export function ProductImageSprite(): JSX.Element {
  return (
    <svg class="product-image-sprite" width="0" height="0" aria-hidden="true">
      <defs>
        <Gradient id="steel" stops={['#8d9794', '#f2f4f1', '#c3cac6', '#7d8784']} />
        <Gradient id="steel-dark" stops={['#4c5653', '#8a9491', '#3e4745']} />
        <Gradient id="walnut" stops={['#5d3a24', '#9a6842', '#6d452b']} />
        <Gradient id="clay" stops={['#b4552f', '#e08a5c', '#c86a40', '#9c4525']} />
        <Gradient id="cream" stops={['#d9cdb6', '#fbf6ea', '#eee4d0', '#cbbda2']} />
        <Gradient id="kraft" stops={['#a07a4f', '#d3ab7b', '#c2986a', '#8f6b43']} />
      </defs>
      <symbol id="product-image-kettle" viewBox="0 0 240 200">
        <Shadow x={126} rx={66} />
        <path class="stroke-steel" d="M92 142C52 140 62 92 44 66c-4-6-10-8-16-7" stroke-width="9" />
        <path d="M24 53l12 4-4 9-12-4z" fill="#6f7976" />
        <path class="stroke-walnut" d="M158 78c44-16 60 16 46 52-4 10-10 18-18 24" stroke-width="12" />
        <path d="M98 84h66l14 68c1 6-3 12-10 12H94c-7 0-11-6-10-12z" fill="url(#g-steel)" />
        <path d="M84 150h94l1 5c0 5-4 9-9 9H92c-5 0-9-4-9-9z" fill="#5b6562" opacity=".35" />
        <path d="M104 84c2-16 52-16 54 0z" fill="url(#g-steel-dark)" />
        <rect x="96" y="81" width="70" height="6" rx="3" fill="#4c5653" />
        <path d="M124 72c0-4 14-4 14 0v-3c0-9-14-9-14 0z" fill="#2c3331" />
        <ellipse cx="131" cy="60" rx="10" ry="8" fill="url(#g-walnut)" />
        <path d="M112 96l-7 54" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".65" />
      </symbol>
      <symbol id="product-image-grinder" viewBox="0 0 240 200">
        <Shadow x={122} rx={48} />
        <path class="stroke-steel" d="M120 46h58" stroke-width="7" />
        <path d="M170 26c0-8 18-8 18 0l-3 20h-12z" fill="url(#g-walnut)" />
        <circle cx="120" cy="46" r="9" fill="url(#g-steel-dark)" />
        <path d="M92 60c4-12 52-12 56 0v8H92z" fill="url(#g-steel)" />
        <rect x="90" y="66" width="60" height="54" rx="5" fill="url(#g-steel)" />
        <path d="M90 76h60M90 84h60M90 92h60" stroke="#6f7976" stroke-width="1.500" opacity=".5" />
        <rect x="86" y="114" width="68" height="10" rx="5" fill="url(#g-steel-dark)" />
        <path d="M92 124h56l5 40c0 4-3 7-7 7H94c-4 0-7-3-7-7z" fill="url(#g-walnut)" />
        <path
          d="M104 124c-3 16-3 32-1 47M120 124c3 14 2 32 0 47M138 124c1 16 3 30 1 47"
          stroke="#4a2d1b"
          stroke-width="1.500"
          fill="none"
          opacity=".45"
        />
        <path d="M101 70v44" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".7" />
      </symbol>
      <symbol id="product-image-dripper" viewBox="0 0 240 200">
        <Shadow x={120} rx={56} />
        <path d="M82 128h76l4 38c1 4-3 8-8 8H86c-5 0-9-4-8-8z" fill="#dfe9e8" opacity=".75" />
        <path d="M80 150h80l2 16c1 4-3 8-8 8H86c-5 0-9-4-8-8z" fill="#3b2216" opacity=".88" />
        <path d="M92 134l-5 34" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".8" />
        <path class="stroke-clay" d="M172 62c28-8 34 24 6 36-8 3-16 3-22 1" stroke-width="10" />
        <path d="M54 46h132l-38 68H92z" fill="url(#g-clay)" />
        <ellipse cx="120" cy="46" rx="66" ry="12" fill="#8a3c1f" />
        <path d="M62 47c16-11 100-11 116 0l-10 4c-20-8-76-8-96 0z" fill="#f7efe0" />
        <ellipse cx="120" cy="51" rx="45" ry="6.500" fill="#4a2a1a" />
        <path d="M78 112h84c6 0 10 4 10 8s-4 8-10 8H78c-6 0-10-4-10-8s4-8 10-8z" fill="url(#g-clay)" />
        <path d="M74 60l24 46" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".4" />
      </symbol>
      <symbol id="product-image-beans" viewBox="0 0 240 200">
        <Shadow x={120} rx={58} />
        <path d="M76 44h88l8 122c0 5-4 9-9 9H77c-5 0-9-4-9-9z" fill="url(#g-kraft)" />
        <path d="M76 44l-8 122c0 5 4 9 9 9h6l10-131z" fill="#7d5b36" opacity=".28" />
        <path d="M74 28h92l-2 18H76z" fill="#b98e5f" />
        <path d="M74 28h92v6H74z" fill="#8f6b43" />
        <rect x="84" y="40" width="72" height="5" rx="2.500" fill="#264a3f" />
        <rect x="88" y="72" width="64" height="72" rx="4" fill="#f6efdf" />
        <path
          d="M106 118V98l14 14 14-14v20"
          fill="none"
          stroke="#264a3f"
          stroke-width="5"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
        <path d="M100 130h40" stroke="#264a3f" stroke-width="2" opacity=".6" />
        <circle cx="120" cy="84" r="4" fill="#b4552f" />
        <Bean x={178} y={168} turn={20} />
        <Bean x={196} y={174} turn={-30} />
        <Bean x={54} y={173} turn={70} />
      </symbol>
    </svg>
  );
}

function Gradient({ id, stops }: { id: string; stops: readonly string[] }): JSX.Element {
  return (
    <linearGradient id={`g-${id}`}>
      {stops.map((colour, at) => (
        <stop key={colour} offset={at / (stops.length - 1)} stop-color={colour} />
      ))}
    </linearGradient>
  );
}

function Shadow({ x, rx }: { x: number; rx: number }): JSX.Element {
  return <ellipse cx={x} cy="174" rx={rx} ry="9" fill="#1d2a26" opacity=".16" />;
}

function Bean({ x, y, turn }: { x: number; y: number; turn: number }): JSX.Element {
  return (
    <g transform={`rotate(${turn} ${x} ${y})`}>
      <ellipse cx={x} cy={y} rx="10" ry="6.500" fill="#5d3a24" />
      <path d={`M${x - 8} ${y}q8 4 16 0`} stroke="#2f1b10" stroke-width="1.800" fill="none" />
    </g>
  );
}
