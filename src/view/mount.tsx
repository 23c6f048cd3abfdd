import { effect, type ReadonlySignal, untracked } from '@preact/signals-core';
import { render } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { isOnScreen } from '../checkout/machine.ts';
import { avoidKeyboard } from './avoidKeyboard.ts';
import { Cover } from './Cover.tsx';
import { dragSheet } from './dragSheet.ts';
import { drawShell } from './drawShell.ts';
import { Footer } from './Footer.tsx';
import { followHeight } from './followHeight.ts';
import { Heading } from './Heading.tsx';
import type { Language } from './language/language.ts';
import { lockScroll } from './scrollLock.ts';
import type { Shell } from './shell.ts';
import { styles } from './styles.ts';

export interface MountOptions {
  /** English, or nothing but the merchant's words, until the customer's language is loaded. */
  language: ReadonlySignal<Language>;
  closeOnBackdrop: boolean;
  /** A fresh open, after this one has failed. */
  tryAgain: () => void;
}

/**
 * Lets the checkout take over the shell: its frame and its words follow the model, and Preact draws what comes and goes.
 *
 * @returns lets go of it; what was drawn goes, the shell stays.
 */
export function mount(
  model: CheckoutModel,
  shell: Shell,
  { language, closeOnBackdrop, tryAgain }: MountOptions,
): () => void {
  const { element, heading, cover } = shell;
  // Always there, so that nothing moves when there is something to say.
  const footer = document.createElement('footer');
  shell.spoken.before(footer);
  element.setAttribute('aria-labelledby', 'title');
  // The shop's page has its own banner and footer: each landmark stands once.
  for (const part of [heading.parentElement as HTMLElement, footer]) part.role = 'presentation';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  shell.root.adoptedStyleSheets = [...shell.root.adoptedStyleSheets, sheet];

  shell.onClose = model.close;
  /** Escape answers "Leave without paying?" as Back does: the customer stays. */
  const onEscape = () => (model.state.peek().phase === 'confirmingClose' ? model.stay() : model.close());
  element.oncancel = (event: Event) => {
    event.preventDefault();
    onEscape();
  };
  element.onclick = ({ target }) => {
    if (closeOnBackdrop && target === element) model.close();
  };
  /**
   * Browsers close a modal by themselves at a second Escape; until the checkout is closed it has to stand.
   * https://html.spec.whatwg.org/multipage/interaction.html#close-requests-and-close-watchers
   */
  const onNativeClose = () => {
    if (!shell.isHidden && isOnScreen(model.state.peek().phase)) {
      (element as HTMLDialogElement).showModal();
      onEscape();
    }
  };
  element.addEventListener('close', onNativeClose);

  const stopDrawing = effect(() => {
    const state = model.state.value;
    const spoken = language.value;
    untracked(() => {
      followAddress(shell, model);
      drawShell(shell, footer, state, spoken);
    });
  });
  const isModal = shell.presentation !== 'inline' && !shell.isHidden;
  const stops = isModal
    ? [
        avoidKeyboard(window, element),
        lockScroll(window),
        followHeight(window, shell, model),
        dragSheet(window, shell, model.close),
      ]
    : [];
  render(<Heading model={model} language={language} />, heading);
  render(<Cover model={model} language={language} tryAgain={tryAgain} />, cover);
  render(<Footer model={model} language={language} />, footer);

  return () => {
    element.onclick = null;
    element.removeEventListener('close', onNativeClose);
    stopDrawing();
    for (const stop of stops) stop();
    for (const place of [heading, cover, footer]) render(null, place);
    footer.remove();
  };
}

/** The frame shows the model's address. One that is there already is taken over, loaded or not. */
function followAddress(shell: Shell, model: CheckoutModel): void {
  const { phase, session, frameUrl } = model.state.peek();
  // The model has not read the answer yet that an early frame was made from.
  if (phase === 'creating' && session === null) return;
  const address = shell.presentation === 'redirect' ? '' : frameUrl;
  const isOurs = shell.frame?.onload === model.frameLoaded;
  // One that the shop's policy has kept out is shown once more: now the model hears of it.
  if (shell.address !== address || (shell.frameBlocked && !isOurs)) shell.show(address);
  const { frame } = shell;
  if (!frame || frame.onload === model.frameLoaded) return;
  frame.onload = model.frameLoaded;
  if (frame.contentWindow) model.frameAttached(frame.contentWindow);
  if (shell.frameLoaded) model.frameLoaded();
}
