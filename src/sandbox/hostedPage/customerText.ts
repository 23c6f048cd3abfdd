/** The acquirer's text as a customer reads it: without its code (S190). */
export function customerText(errorMessage: string): string {
  return errorMessage.replace(/^[A-Z][A-Z0-9_]+: /, '');
}
