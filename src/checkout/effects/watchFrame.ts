import { isIssued, readSize } from '../../protocol/page/frameMessage.ts';
import { isWithin } from '../channel.ts';
import { focusedElement } from '../focusedElement.ts';
import { listen } from '../listen.ts';
import { type Effect, onChange } from './effect.ts';

/**
 * Sees what happens to the frame from outside: the customer goes into it or over it, it sends a message, or the shop's own policy
 * keeps its page out.
 */
export const watchFrame: Effect = ({ window, state, send }) => {
  const { document } = window;
  // The browser's own: a form of the page may have the name (T86).
  const hasFocus = () => Object.getPrototypeOf(document).hasFocus.call(document);
  /** False when the customer looks at another tab, or is in another frame of the shop's page. */
  const checkFocus = () => {
    const { frame } = state.peek();
    if (hasFocus() && (focusedWindow(document) ?? frame) === frame) send({ type: 'frameFocused' });
  };
  /** A pointer that rests where the frame has come to stand has not gone there. */
  let moved = false;
  const onUse = () => state.peek().used || send({ type: 'frameUsed' });
  const ignore = onChange(state, 'frame', (frame) => {
    // In it before the checkout was here.
    if (frame !== null && hasFocus() && focusedWindow(document) === frame) send({ type: 'frameFocused' });
  });
  const unlisten = listen(
    [
      window,
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
        // A policy that only reports has kept nothing out.
        if (disposition !== 'report' && /^(frame|child|default)-src/.test(effectiveDirective))
          send({ type: 'frameBlocked', directive: effectiveDirective, url: blockedURI });
      },
    ],
    [
      window,
      'message',
      ({ isTrusted, source, origin, data }: MessageEvent) => {
        const { frame, spoke, frameUrl } = state.peek();
        if (!isTrusted || !frame || !isWithin(frame, source as Window | null)) return;
        if (!spoke) send({ type: 'frameSpoke' });
        if (readSize(data) === undefined) onUse();
        // The hosted page's own word, and no other's.
        if (isIssued(data) && source === frame && origin === new URL(frameUrl).origin)
          send({ type: 'voucherIssued' });
      },
    ],
    [window, 'pointermove', () => (moved = true)],
    [
      window,
      'pointerover',
      (event: PointerEvent) => {
        const [{ contentWindow }] = event.composedPath() as [HTMLIFrameElement];
        if (moved && contentWindow && contentWindow === state.peek().frame) onUse();
      },
    ],
    [
      window,
      'blur',
      () => {
        checkFocus();
        // Firefox says so only a moment later (https://github.com/whatwg/html/issues/1569).
        window.setTimeout(checkFocus);
      },
    ],
  );
  return () => {
    ignore();
    unlisten();
  };
};

/** The window of the frame that has the focus; none where something else has it. */
function focusedWindow(document: Document): Window | null | undefined {
  return (focusedElement(document) as HTMLIFrameElement | null)?.contentWindow;
}
