import { listen } from '../listen.ts';
import type { Effect } from './effect.ts';

/** Sees what happens to the frame from outside: the customer goes into it, or the shop's own policy keeps its page out. */
export const watchFrame: Effect = ({ window, send }) => {
  const { document } = window;
  /** False when the customer looks at another tab. */
  const checkFocus = () => {
    if (document.hasFocus()) send({ type: 'frameFocused' });
  };
  return listen(
    [
      document,
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, disposition }: SecurityPolicyViolationEvent) => {
        // A policy that only reports has kept nothing out.
        if (disposition !== 'report' && /^(frame|child|default)-src/.test(effectiveDirective))
          send({ type: 'frameBlocked', directive: effectiveDirective, url: blockedURI });
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
};
