import { redactText } from '../../protocol/gateway/redactText.ts';

/** A field of a stored notification by its name in the interface document, whatever its case; `null` where it has none. */
export function fieldOf(body: Readonly<Record<string, unknown>>, name: string): string | null {
  const found = Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  if (typeof found === 'string') return redactText(found);
  return typeof found === 'number' || typeof found === 'boolean' ? redactText(String(found)) : null;
}

/** What is shown of a notification: never its card fields, the customer, or the merchant's own data. */
const SHOWN = ['Status', 'PspId', 'Amount', 'Currency', 'AttemptNumber', 'IsTest'];

export function shownFields(body: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    SHOWN.flatMap((name) => {
      const value = fieldOf(body, name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
