import { listen } from '../checkout/listen.ts';

/** What frameworks' modals, focus traps and shortcuts listen for. */
const TYPES = 'pointerdown mousedown mouseup touchstart keydown keyup focus focusin focusout click'.split(
  ' ',
);

/**
 * Keeps what happens in the dialog from the page's listeners. To a modal of the page (a cart drawer, say) our dialog is
 * "outside": it would close, swallow the click or pull the focus back. Such listeners stand on the document, most of them
 * capturing, so each event is stopped at the window. The browser does what it does by itself all the same.
 *
 * @returns stops keeping them.
 */
export function keepEvents(host: Element): () => void {
  /** A key was pressed in the dialog and is not let go yet. */
  let isPressed = false;
  const keep = (event: Event & { key?: string; repeat?: boolean }) => {
    // Of what stands in a shadow tree the host is the target, out here.
    // React Aria hears at the document that the focus has gone (https://react-spectrum.adobe.com/react-aria/useFocusWithin.html).
    // In Firefox the document itself gets it back from a frame; an element that gets it back hears so itself.
    const isLeft =
      event.type === 'focus' ? event.target === document : (event as FocusEvent).relatedTarget === host;
    if (event.target !== host && !isLeft) return;
    event.stopPropagation();
    if (event.key) isPressed = event.type === 'keydown';
    // A key that is held down since it has opened the dialog is no wish to close it.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.type === 'click') {
      // Our own listeners get one that does not leave the shadow tree.
      event.preventDefault();
      event.composedPath()[0]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    }
  };
  // Mantine listens at the window, before us. Its modals leave Escape to what says this (https://mantine.dev/core/modal).
  host.setAttribute('data-mantine-stop-propagation', 'true');
  const unlisten = listen(...TYPES.map((type) => [window, type, keep, true] as const));
  return () => {
    unlisten();
    // The key that has closed the dialog is let go in the page: a popup of the page's would be closed by it, too.
    if (isPressed)
      addEventListener('keyup', (event) => event.stopPropagation(), { capture: true, once: true });
  };
}
