import type { JSX } from 'preact';
import { encodeQR } from 'qr';

/** Modules of quiet zone around a code, as its standard asks (ISO/IEC 18004). */
const BORDER = 4;

/** A text as a QR code: black on white in any theme, since many a reader knows no other. */
export function QrCode({ text }: { text: string }): JSX.Element {
  const rows = encodeQR(text, 'raw', { border: BORDER });
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={`QR code: ${text}`}
      shape-rendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
