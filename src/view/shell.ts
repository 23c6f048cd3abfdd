import { MORE_RIGHTS, PASSKEY_RIGHTS } from '../protocol/page/frameFeatures.ts';
import { shellStyles } from './shellStyles.ts';

/** `redirect` shows no frame: the customer is on the way to the page. */
export type Presentation = 'modal' | 'inline' | 'redirect';

/**
 * What stands from the click on, before the dialog's code is here: plain elements, and the hosted page's frame as soon as its
 * address is known. `mount.tsx` takes them over and draws what changes.
 */
export interface Shell {
  readonly presentation: Presentation;
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** The native dialog; inline, a section. */
  readonly element: HTMLElement;
  /** For what it is called. */
  readonly heading: HTMLElement;
  readonly closeButton: HTMLElement;
  readonly main: HTMLElement;
  /** The spinner, and in words what is waited for. */
  readonly waiting: HTMLElement;
  readonly waitingFor: HTMLElement;
  /** For what stands over the page. */
  readonly cover: HTMLElement;
  /** The live region. There before its first words, or these are not read. */
  readonly spoken: HTMLElement;
  /** What had the focus before. */
  readonly opener: Element | null;
  /** What the page may use in its frame: the frame's `allow`. */
  allow: string;
  frame?: HTMLIFrameElement | undefined;
  /** What the frame was asked to show. Its own `src` says something else where a consent manager holds frames back. */
  address?: string;
  /** The frame has fired `load`. */
  frameLoaded?: boolean | undefined;
  /** The shop's own policy has kept a page out of its frame. */
  frameBlocked?: boolean | undefined;
  /** What the page said last: it may be here before the dialog's code, which listens itself. */
  frameMessage?: MessageEvent | undefined;
  /** The customer has closed it before the dialog's code was here. */
  isHidden?: boolean;
  /** The customer's wish to close; whoever is in charge sets it. */
  onClose: () => void;
  /** Puts a modal one on the screen. */
  open(): void;
  /** Shows a page in a frame of its own, in place of the one before, or in no frame at all. */
  show(address: string): void;
  /** Out of sight, with the focus back where it was. */
  hide(): void;
  /** Takes all of it away. */
  remove(): void;
}

/** Draws the shell into an element that is about to stand in the page; a modal one is seen from `open()` on. */
export function createShell(
  host: HTMLElement,
  presentation: Presentation,
  theme: 'light' | 'dark' | 'auto',
): Shell {
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(shellStyles);
  root.adoptedStyleSheets = [sheet];

  const isModal = presentation !== 'inline';
  const element = add(root, isModal ? 'dialog' : 'section', 'dialog');
  element.className = `shell ${presentation} ${theme}`;
  const header = add(element, 'header', 'header');
  const heading = add(header, 'div');
  const closeButton = add(header, 'button', 'close');
  closeButton.className = 'x';
  const main = add(element, 'main');
  const waiting = add(main, 'div');
  waiting.className = 'load';
  add(waiting, 'span').className = 'spin';
  const waitingFor = add(waiting, 'p');
  const cover = add(main, 'div');
  cover.className = 'slot';
  const spoken = add(element, 'p');
  spoken.className = 'spoken';
  spoken.role = 'status';

  /** Of the page, which were open. */
  let popovers: HTMLElement[] = [];
  const shell: Shell = {
    presentation,
    host,
    root,
    element,
    heading,
    closeButton,
    main,
    waiting,
    waitingFor,
    cover,
    spoken,
    // https://developer.mozilla.org/en-US/docs/Web/API/Window/mozInnerScreenX: Firefox alone has it.
    allow: PASSKEY_RIGHTS + ('mozInnerScreenX' in window ? '' : MORE_RIGHTS),
    opener: document.activeElement,
    onClose() {},
    open() {
      if (!isModal || shell.isHidden) return;
      // To a modal of the page our dialog is "outside", and it would close when we take the focus (see `keepEvents.ts`).
      const keep = (event: Event) => event.stopPropagation();
      const moves = ['focus', 'focusin', 'focusout'];
      // A modal closes them: https://html.spec.whatwg.org/multipage/interactive-elements.html#dom-dialog-showmodal
      // By `:is()`, which forgives those that have none.
      popovers = [...(host.parentElement as HTMLElement).querySelectorAll<HTMLElement>(':is(:popover-open)')];
      for (const move of moves) addEventListener(move, keep, true);
      (element as HTMLDialogElement).showModal();
      for (const move of moves) removeEventListener(move, keep, true);
    },
    show(address) {
      shell.address = address;
      shell.frame?.remove();
      shell.frame = shell.frameLoaded = shell.frameBlocked = shell.frameMessage = undefined;
      if (!address) return;
      // A new address gets a new frame, so that nothing is added to the shop's history: a frame's later pages are entries
      // of it (https://github.com/whatwg/html/issues/6501).
      const frame = document.createElement('iframe');
      frame.setAttribute('part', 'frame');
      frame.allow = shell.allow;
      frame.referrerPolicy = 'strict-origin-when-cross-origin';
      // Proof of nothing, but the model wants to hear of it.
      frame.onload = () => {
        shell.frameLoaded = true;
      };
      frame.src = address;
      cover.before(frame);
      shell.frame = frame;
    },
    hide() {
      // Closed, not only removed: that is what gives the focus back.
      if (isModal) (element as HTMLDialogElement).close();
      for (const popover of popovers.splice(0)) if (popover.isConnected) popover.togglePopover(true);
      shell.isHidden = true;
    },
    remove() {
      shell.hide();
      host.remove();
      removeEventListener('securitypolicyviolation', onViolation);
      removeEventListener('message', onMessage);
    },
  };
  const onMessage = (event: MessageEvent) => {
    if (event.source === shell.frame?.contentWindow) shell.frameMessage = event;
  };
  const onViolation = ({ blockedURI, disposition }: SecurityPolicyViolationEvent) => {
    shell.frameBlocked ||= disposition !== 'report' && shell.address?.startsWith(blockedURI);
  };
  // On the window: of `document`, a form of the page may take the names (T86).
  addEventListener('securitypolicyviolation', onViolation);
  addEventListener('message', onMessage);
  // A key that is held down since it has opened the dialog is no wish to close it; later that is for `keepEvents.ts`.
  closeButton.onkeydown = ({ repeat }) => !repeat;
  closeButton.onclick = element.oncancel = (event: Event) => {
    event.preventDefault();
    shell.onClose();
  };
  return shell;
}

function add(parent: Node, name: string, part = ''): HTMLElement {
  const element = parent.appendChild(document.createElement(name));
  if (part) element.setAttribute('part', part);
  return element;
}
