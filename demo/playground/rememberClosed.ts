const KEY = 'morrow-room';

/** Whether this visitor has closed the control room; `index.html` reads it before it opens the room on a wide screen. */
export function rememberClosed(closed: boolean): void {
  try {
    if (closed) localStorage.setItem(KEY, 'closed');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage may be refused; then the room opens each time.
  }
}
