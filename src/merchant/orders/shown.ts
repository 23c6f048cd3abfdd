/** A wrong argument for an error: short, on one line, and never what an object holds. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
    case 'object':
      return value === null ? 'null' : 'an object';
    case 'function':
    case 'symbol':
      return `a ${typeof value}`;
    case 'bigint':
      return `${value}n`;
    default:
      return String(value);
  }
}
