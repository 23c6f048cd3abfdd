/** A text from outside for a terminal: on one line, and without control characters that could move its cursor. */
export function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '?');
}
