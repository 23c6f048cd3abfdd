import { isWithin } from '../channel.ts';
import { listen } from '../listen.ts';
import { type Effect, onChange } from './effect.ts';

/**
 * Sees what happens to the frame from outside: the customer goes into it, it sends a message, or the shop's own policy keeps its
 * page out.
 */
export const watchFrame: Effect = ({ window, state, send }) => {
  const { document } = window;
  /** False when the customer looks at another tab, or is in another frame of the shop's page. */
  const checkFocus = () => {
    const { frame } = state.peek();
    if (document.hasFocus() && (focusedWindow(document) ?? frame) === frame) send({ type: 'frameFocused' });
  };
  const ignore = onChange(state, 'frame', (frame) => {
    // In it before the checkout was here.
    if (frame !== null && document.hasFocus() && focusedWindow(document) === frame)
      send({ type: 'frameFocused' });
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
      ({ isTrusted, source }: MessageEvent) => {
        const { frame, spoke } = state.peek();
        if (isTrusted && !spoke && frame && isWithin(frame, source as Window | null))
          send({ type: 'frameSpoke' });
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

/** The window of the frame that has the focus, in whatever shadow root it stands; none where something else has it. */
function focusedWindow(document: Document): Window | null | undefined {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return (at as HTMLIFrameElement | null)?.contentWindow;
}
