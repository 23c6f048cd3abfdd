import { ackMessage, parseFrameMessage, type ReturnHint } from '../protocol/page/frameMessage.ts';

/** How deep below our frame a return page may stand: the hosted page, the bank's frames, itself. */
const MAX_DEPTH = 8;

export interface ChannelOptions {
  /** Where messages arrive. */
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  /** Our frame's window, captured once: a frame's own `contentWindow` turns `null` when it is removed (T18). */
  frame: Window;
  /** Exact origins a return page may have. */
  origins: readonly string[];
  session: string;
  onReturned: (hint: ReturnHint) => void;
}

/**
 * Hears return pages inside our frame, and answers them. All a message can do is `onReturned`.
 *
 * Gates, cheapest first: sent by a browser, not by a script (`isTrusted`); exact origin; a window inside our frame; the
 * shape; the session.
 *
 * @returns stops hearing.
 */
export function openChannel({ window, frame, origins, session, onReturned }: ChannelOptions): () => void {
  function hear(event: MessageEvent): void {
    if (!event.isTrusted || !origins.includes(event.origin)) return;
    const source = event.source as Window | null;
    if (!isWithin(frame, source)) return;
    const message = parseFrameMessage(event.data);
    if (!message.ok || message.value.type !== 'returned' || message.value.session !== session) return;
    source?.postMessage(ackMessage(session), event.origin);
    onReturned(message.value.hint);
  }
  window.addEventListener('message', hear);
  return () => window.removeEventListener('message', hear);
}

/** Whether a window is a frame of ours, or stands in one. */
export function isWithin(frame: Window, source: Window | null): boolean {
  for (let at = source, depth = 0; at && depth <= MAX_DEPTH; depth++) {
    if (at === frame) return true;
    if (at === at.parent) return false;
    at = at.parent;
  }
  return false;
}
