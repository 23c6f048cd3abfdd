/** What stands in `localStorage` for a visitor who has closed the control room: the shop then opens alone on a wide screen too. */
export const CLOSED = { key: 'morrow-playground', value: 'closed' } as const;

export function rememberClosed(closed: boolean): void {
  try {
    if (closed) localStorage.setItem(CLOSED.key, CLOSED.value);
    else localStorage.removeItem(CLOSED.key);
  } catch {
    // Storage may be refused; then the control room opens each time.
  }
}
