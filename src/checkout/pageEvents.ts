import { listen } from './listen.ts';

export interface PageEvents {
  /** After a sleep, a frozen or a hidden tab: look at the clocks, ask the server. */
  onWake: () => void;
  /** The page goes away with the checkout open: a break-out of the hosted page, a reload, another address. */
  onLeave: () => void;
  onNetwork: () => void;
  /** The page's own policy keeps an address out of a frame. The address may be cut down to its origin. */
  onBlocked: (directive: string, address: string) => void;
  /** The focus has gone into a frame of this page. */
  onFrameFocus: () => void;
}

/** Hears what happens to the shop's page while a checkout is open. @returns stops hearing. */
export function hearPage(window: Window, on: PageEvents): () => void {
  const { document } = window;
  /** False when the customer looks at another tab. */
  const lookForFocus = () => {
    if (document.hasFocus()) on.onFrameFocus();
  };
  return listen(
    [window, 'online', on.onNetwork],
    [window, 'offline', on.onNetwork],
    [window, 'pageshow', on.onWake],
    [window, 'pagehide', on.onLeave],
    [document, 'visibilitychange', on.onWake],
    [document, 'resume', on.onWake],
    [
      document,
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
        if (/^(frame|child|default)-src/.test(effectiveDirective))
          on.onBlocked(effectiveDirective, blockedURI);
      },
    ],
    [
      window,
      'blur',
      () => {
        lookForFocus();
        // Firefox says so only a moment later (https://github.com/whatwg/html/issues/1569).
        window.setTimeout(lookForFocus);
      },
    ],
  );
}
