import { isSessionId } from '../record/isSessionId.ts';

/** Needs no quotes in a shell. */
const SAFE = /^[\w.,:/@%+=][\w.,:/@%+=-]*$/;
/** No dash in front, which would make it an option; nothing that a terminal does not show as it is, such as a line's end. */
const TYPEABLE = /^(?!-)[^\p{C}\p{Zl}\p{Zp}]+$/u;

/**
 * How an order is named in a command that somebody copies into a shell: its reference, quoted for a POSIX shell, or the id of
 * one of its sessions where the reference cannot be typed. References may come from a browser.
 */
export function orderWord(orderReference: string, sessionId: string): string {
  if (!TYPEABLE.test(orderReference) || isSessionId(orderReference)) return sessionId;
  return SAFE.test(orderReference) ? orderReference : `'${orderReference.replaceAll("'", "'\\''")}'`;
}
