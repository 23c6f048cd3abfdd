import { effect, type ReadonlySignal } from '@preact/signals-core';
import { render } from 'preact';
import type { CheckoutModel } from '../checkout/model.ts';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { leaveRoomForKeyboard } from './keyboardRoom.ts';
import type { Language } from './language/language.ts';
import { lockScroll } from './scrollLock.ts';
import { styles } from './styles.ts';

export interface MountOptions extends Omit<DialogProps, 'model' | 'onAttach' | 'onShell' | 'texts' | 'time'> {
  window: Window & typeof globalThis;
  /** May join later, or change. */
  language: ReadonlySignal<Language>;
}

/**
 * Puts the checkout's view into `host`, an element that stands in the document.
 *
 * @returns takes everything away again and gives the focus back to where it was.
 */
export function mount(model: CheckoutModel, host: HTMLElement, options: MountOptions): () => void {
  const { window, language, ...props } = options;
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
   * Browsers close a modal by themselves at a second Escape; until the flow agrees it has to stand.
   * https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers
   */
  function onNativeClose(): void {
    if (shell?.isConnected && model.state.peek().phase !== 'closed') {
      (shell as HTMLDialogElement).showModal();
      model.close();
    }
  }

  const stop = effect(() => {
    const { lang, dir, texts, time } = language.value;
    host.lang = lang;
    host.dir = dir;
    const focused = root.activeElement;
    render(
      <Dialog {...props} texts={texts} time={time} model={model} onShell={onShell} onAttach={onAttach} />,
      root,
    );
    // A notice has gone, and the focus that it had.
    if (focused && !root.activeElement) root.querySelector<HTMLElement>('.x')?.focus();
  });
  const drawn = shell as HTMLDialogElement | null;
  drawn?.addEventListener('close', onNativeClose);
  const giveBackRoom = modal && drawn ? leaveRoomForKeyboard(window, drawn) : () => {};

  return () => {
    stop();
    giveBackRoom();
    drawn?.removeEventListener('close', onNativeClose);
    // Closed, not only removed: that is what gives the focus back.
    if (modal) drawn?.close();
    render(null, root);
    unlock();
  };
}
