import type { Shell } from './shell.ts';

/** A dialog out of sight is looked at twice: one that is only passing is not taken for hidden. */
const LOOK_EVERY_MS = 400;

export interface KeepShownOptions {
  /** The frame stands elsewhere, and so loads its page anew. */
  onFrame(): void;
  /** An inline page has gone with its place. */
  onPlaceGone(): void;
  /** Nobody sees the dialog, whatever is done. */
  onHidden(): void;
}

/**
 * Keeps the dialog where the customer sees it, on a page that swaps its body, removes what it does not know, or hides it.
 * What was taken away is put back once; whoever does it again wins, and the payment goes on in the whole window.
 *
 * @returns lets go of it.
 */
export function keepShown(shell: Shell, { onFrame, onPlaceGone, onHidden }: KeepShownOptions): () => void {
  const { host, root, element } = shell;
  const dialog = shell.presentation === 'inline' ? undefined : (element as HTMLDialogElement);
  const place = host.parentNode;
  // Not in a shop's own tests, without a browser. Not by the size of html, which a page may leave undrawn.
  const isLaidOut = !!window.visualViewport;
  // A page that is zoomed zooms the dialog, and the hosted page in it: they are as large as anywhere. Not every WebKit says by how
  // much (https://developer.mozilla.org/en-US/docs/Web/API/Element/currentCSSZoom), but a modal dialog stands in html alone.
  const { zoom: rootZoom } = getComputedStyle(document.documentElement);
  const { currentCSSZoom: zoom = Number(rootZoom || 1) } = host as { currentCSSZoom?: number };
  if (dialog && zoom !== 1) dialog.style.setProperty('zoom', `${1 / zoom}`);
  let frameWindow = shell.frame?.contentWindow;
  let wasPutBack = false;
  let looksHidden = false;

  function check(): void {
    if (shell.isHidden) return;
    const isIn = host.isConnected;
    // One that was moved is still open, and no modal any more.
    const isLost = !isIn || !element.isConnected || (dialog?.open && isLaidOut && !dialog.matches(':modal'));
    if (!isIn && !dialog && !place?.isConnected) onPlaceGone();
    else if (isLost && wasPutBack) onHidden();
    else {
      if (isLost) putBack();
      const now = shell.frame?.contentWindow;
      if (now !== frameWindow) onFrame();
      frameWindow = now;
    }
  }

  function putBack(): void {
    wasPutBack = true;
    if (!element.isConnected) root.append(element);
    if (!host.isConnected) {
      if (dialog) document.body.after(host);
      else place?.append(host);
    }
    if (!dialog) return;
    // Not `close()`, which the customer's own wish to close looks like.
    dialog.removeAttribute('open');
    // The browser gives the focus back to what has it now.
    (shell.opener as HTMLElement | null)?.focus({ preventScroll: true });
    dialog.showModal();
  }

  function look(): void {
    // Also where the page has taken its mark of an open one away, which tells nobody.
    const isHidden = !!dialog && !shell.isHidden && isLaidOut && !canBeSeen(dialog);
    if (isHidden && looksHidden) onHidden();
    looksHidden = isHidden;
  }

  const observer = new MutationObserver(check);
  // A shadow tree's own changes are seen by nobody outside.
  for (const tree of [document, host.getRootNode(), root])
    observer.observe(tree, { childList: true, subtree: true });
  const timer = setInterval(look, LOOK_EVERY_MS);
  check();
  return () => {
    observer.disconnect();
    clearInterval(timer);
  };
}

/** Whether a modal, which nothing but another one stands above, is large enough, opaque, and inside the window. */
function canBeSeen(dialog: HTMLElement): boolean {
  // Still fading in, which stands still in a tab that nobody looks at.
  if (dialog.getAnimations().length) return true;
  const { left, top, width, height } = dialog.getBoundingClientRect();
  const { opacity, visibility } = getComputedStyle(dialog);
  const isWithin = (at: number, size: number) => at > 0 && at < size;
  return (
    Math.min(width, height) > 99 &&
    Number(opacity) > 0.1 &&
    visibility === 'visible' &&
    isWithin(left + width / 2, innerWidth) &&
    isWithin(top + height / 2, innerHeight)
  );
}
