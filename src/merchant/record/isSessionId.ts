/** Whether a text has the form of the ids that we make: 128 random bits as 32 hex digits. */
export function isOurId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
