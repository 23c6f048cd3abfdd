/**
 * A colour as somebody types it: `#6d3fd1`, `6d3fd1`, `#63d`, `rebeccapurple`, `rgb(109 63 209)`.
 * @returns `#rrggbb`, or `null` while it is none, or one that can be seen through.
 */
export function readColour(text: string, document: Document): string | null {
  const typed = text.trim();
  const colour = /^(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(typed) ? `#${typed}` : typed;
  const context = document.createElement('canvas').getContext('2d');
  if (context === null || !CSS.supports('color', colour)) return null;
  context.fillStyle = colour;
  return /^#[0-9a-f]{6}$/.test(context.fillStyle) ? context.fillStyle : null;
}
