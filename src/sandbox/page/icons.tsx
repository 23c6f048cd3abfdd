import type { JSX } from 'preact';

type Shape = 'lock' | 'card' | 'bank' | 'wallet' | 'voucher' | 'clock' | 'warning' | 'check';

const PATHS: Readonly<Record<Shape, string>> = {
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z',
  card: 'M3 6.5h18v11H3zM3 10.5h18',
  bank: 'M4 9.5 12 5l8 4.5M5 19h14M6.5 10v8M11 10v8M13 10v8M17.5 10v8',
  wallet: 'M4 7.5h15v11H4zM4 7.5l11-3v3M15 13h4',
  voucher: 'M5 4.5h14v15l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5-2.4-1.5L5 19.5zM8.5 9h7M8.5 13h7',
  clock: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8v4.5l3 1.5',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
};

/** A small line drawing beside a text that says the same; hidden from readers. */
export function Icon({ shape }: { shape: Shape }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[shape]} />
    </svg>
  );
}
