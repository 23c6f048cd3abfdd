import { render } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { isOnScreen } from '../checkout/machine.ts';
import { avoidKeyboard } from './avoidKeyboard.ts';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { lockScroll } from './scrollLock.ts';
import { styles } from './styles.ts';

export interface MountOptions extends Omit<DialogProps, 'model' | 'onAttach' | 'onShell'> {
  window: Window & typeof globalThis;
}

/**
 * Puts the checkout's view into `host`, an element that stands in the document.
 *
 * @returns takes everything away again and gives the focus back to where it was.
 */
export function mount(model: CheckoutModel, host: HTMLElement, options: MountOptions): () => void {
  const { window, ...props } = options;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];

  const modal = props.presentation !== 'inline';
  const unlock = modal ? lockScroll(window) : () => {};
  let shell: HTMLElement | null = null;

  function onShell(element: HTMLElement | null): void {
    shell = element;
    if (element !== null && modal) (element as HTMLDialogElement).showModal();
  }
  function onAttach(frame: HTMLIFrameElement | null): void {
    if (frame?.contentWindow) model.frameAttached(frame.contentWindow);
  }
  /**
   * Browsers close a modal by themselves at a second Escape; until the checkout is closed it has to stand.
   * https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers
   */
  function onNativeClose(): void {
    if (shell?.isConnected && isOnScreen(model.state.peek().phase)) {
      (shell as HTMLDialogElement).showModal();
      model.close();
    }
  }

  render(<Dialog {...props} model={model} onShell={onShell} onAttach={onAttach} />, root);
  const drawn = shell as HTMLDialogElement | null;
  drawn?.addEventListener('close', onNativeClose);
  const stopAvoiding = modal && drawn ? avoidKeyboard(window, drawn) : () => {};

  return () => {
    stopAvoiding();
    drawn?.removeEventListener('close', onNativeClose);
    // Closed, not only removed: that is what gives the focus back.
    if (modal) drawn?.close();
    render(null, root);
    unlock();
  };
}
