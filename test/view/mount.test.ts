import { type Signal, signal } from '@preact/signals-core';
import { act } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { State } from '../../src/checkout/machine.ts';
import { inEnglish } from '../../src/view/language/language.ts';
import { english } from '../../src/view/language/texts.ts';
import { mount } from '../../src/view/mount.tsx';
import { createShell, type Presentation } from '../../src/view/shell.ts';
import { frameUrl, session } from './drawDialog.tsx';
import { fakeModel } from './fakeModel.ts';

let unmount: () => void;
let payButton: HTMLElement;

function mountDialog(state: Partial<State>, presentation: Presentation = 'modal') {
  const model = fakeModel(state);
  const host = document.body.appendChild(document.createElement('div'));
  const shell = createShell(host, presentation, 'auto');
  shell.open();
  const stop = mount(model, shell, {
    language: signal(inEnglish),
    closeOnBackdrop: false,
    tryAgain: () => {},
  });
  unmount = () => {
    stop();
    shell.remove();
  };
  const root = host.shadowRoot as ShadowRoot;
  const signalOfState = model.state as Signal<State>;
  return {
    model,
    host,
    root,
    dialog: root.querySelector('dialog') as HTMLDialogElement,
    find: (selector: string) => root.querySelector(selector) as HTMLElement,
    /** Goes to another state, and waits until it is drawn and the focus is where it belongs. */
    go: (next: Partial<State>) =>
      act(async () => {
        signalOfState.value = { ...signalOfState.value, ...next };
      }),
  };
}

beforeEach(() => {
  document.body.innerHTML = '<button>Pay</button>';
  payButton = document.querySelector('button') as HTMLElement;
  payButton.focus();
});
afterEach(() => {
  unmount();
  vi.restoreAllMocks();
});

const paying: Partial<State> = { phase: 'paying', session, frameUrl };

describe('the dialog in the shop’s page', () => {
  it('stands in a shadow root with stylesheets of its own, as a modal that is open', () => {
    const { root, dialog } = mountDialog({});
    expect(root.adoptedStyleSheets.map((sheet) => sheet.cssRules.length > 10)).toEqual([true, true]);
    expect(root.querySelector('style')).toBeNull();
    expect(dialog.open).toBe(true);
  });

  it('keeps the page from scrolling, until it is gone', () => {
    mountDialog({});
    expect(document.adoptedStyleSheets).toHaveLength(1);
    unmount();
    expect(document.adoptedStyleSheets).toEqual([]);
    expect(document.documentElement.hasAttribute('style')).toBe(false);
  });

  it('inline: is a part of the page, which scrolls as before', () => {
    const { dialog, find } = mountDialog({}, 'inline');
    expect([dialog, find('.shell').localName]).toEqual([null, 'section']);
    expect(document.adoptedStyleSheets).toEqual([]);
  });

  it('tells the checkout the frame’s window', async () => {
    const frameWindow = {} as Window;
    // happy-dom has no window for a frame that it does not load.
    vi.spyOn(HTMLIFrameElement.prototype, 'contentWindow', 'get').mockReturnValue(frameWindow);
    const { model, go } = mountDialog({});
    expect(model.frameAttached).not.toHaveBeenCalled();
    await go(paying);
    expect(model.frameAttached).toHaveBeenCalledExactlyOnceWith(frameWindow);
    await go({ phase: 'ended', frameUrl: '' });
    expect(model.frameAttached).toHaveBeenCalledOnce();
  });

  it('stays when the browser closes it by itself, and tells the checkout of the wish', async () => {
    const { model, dialog, go } = mountDialog(paying);
    dialog.close();
    expect(dialog.open).toBe(true);
    expect(model.close).toHaveBeenCalledOnce();
    await go({ phase: 'closed' });
    dialog.close();
    expect(dialog.open).toBe(false);
    expect(model.close).toHaveBeenCalledOnce();
  });

  it('takes all of it away', () => {
    const { root, host, dialog, model } = mountDialog(paying);
    const closed = vi.spyOn(dialog, 'close');
    unmount();
    // Only a native close gives the focus back to where it was.
    expect(closed).toHaveBeenCalledOnce();
    expect(host.isConnected).toBe(false);
    expect(root.querySelectorAll('.notice, footer > *')).toHaveLength(0);
    expect(model.close).not.toHaveBeenCalled();
  });
});

describe('the focus', () => {
  it('goes to a notice, and to the close button when the notice has gone', async () => {
    const { root, find, go } = mountDialog(paying);
    find('.x').focus();
    await go({ phase: 'confirmingClose' });
    expect(root.activeElement).toBe(find('.notice'));
    await go({ phase: 'paying' });
    expect(root.activeElement).toBe(find('.x'));
  });

  it('goes from one notice to the next', async () => {
    const { root, find, go } = mountDialog({ ...paying, phase: 'confirming' });
    const first = find('.notice');
    await go({ phase: 'ended', frameUrl: '', ending: { sessionId: null, outcome: 'pending' } });
    expect(first.isConnected).toBe(false);
    expect(root.activeElement).toBe(find('.notice'));
    expect(find('.notice h3').textContent).toBe(english.pending);
  });

  it('stays on a button of the notice that keeps it', async () => {
    const { root, find, go } = mountDialog({ ...paying, phase: 'confirming', slow: true });
    find('.notice button').focus();
    await go({ online: false });
    expect(root.activeElement).toBe(find('.notice button'));
  });

  it('goes to the close button when the button that had it has gone', async () => {
    const { root, find, go } = mountDialog({ ...paying, phase: 'expired' });
    find('.notice .second').focus();
    await go({ expiredOnServer: true });
    expect(root.activeElement).toBe(find('.x'));
  });

  it('goes to the close button when the button to the full page has gone', async () => {
    const { root, find, go } = mountDialog(paying);
    find('[part=full-page]').focus();
    await go({ phase: 'creating', frameUrl: '' });
    expect(root.activeElement).toBe(find('.x'));
  });

  it('is not taken from the shop’s page that it is in', async () => {
    const { root, go } = mountDialog({ ...paying, phase: 'confirmingClose' }, 'inline');
    payButton.focus();
    await go({ phase: 'paying' });
    expect(root.activeElement).toBeNull();
    expect(document.activeElement).toBe(payButton);
  });
});
