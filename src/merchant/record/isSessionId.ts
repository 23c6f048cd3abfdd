/** Whether a text has the form of our session ids: 128 random bits as 32 hex digits. */
export function isSessionId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
