import { type Signal, signal } from '@preact/signals-core';
import { vi } from 'vitest';
import type { State } from '../../src/checkout/machine.ts';
import { inEnglish, type Language } from '../../src/view/language/language.ts';
import { texts as arabicTexts } from '../../src/view/language/texts/ar.ts';
import { type MountOptions, mount } from '../../src/view/mount.tsx';
import { createShell, type Presentation } from '../../src/view/shell.ts';
import { fakeModel } from './fakeModel.ts';

export const session = { sessionId: 'a'.repeat(32), redirectUrl: 'https://gateway.example/hpp/1' };
export const frameUrl = session.redirectUrl;

export const arabic: Language = {
  lang: 'ar',
  dir: 'rtl',
  texts: arabicTexts,
  time: (n) => `${n} ثانية`,
};

const drawn: (() => void)[] = [];

/** Takes away all that was drawn. */
export function cleanup(): void {
  for (const remove of drawn.splice(0)) remove();
}

type DrawOptions = Partial<
  { presentation: Presentation; theme: 'light' | 'dark' | 'auto' } & Omit<MountOptions, 'language'>
> & {
  language?: Language;
  /** The page that was asked for before the checkout was here. */
  early?: string;
};

/** The dialog in one state, with no checkout running; its actions count their calls. */
export function drawDialog(state: Partial<State>, options: DrawOptions = {}) {
  const { presentation = 'inline', theme = 'auto', closeOnBackdrop = false } = options;
  const model = fakeModel(state);
  const tryAgain = vi.fn();
  const spoken = signal(options.language ?? inEnglish);
  const host = document.body.appendChild(document.createElement('div'));
  // No shadow root here: testing-library's queries do not look into one.
  host.attachShadow = () => host as never;
  const shell = createShell(host, presentation, theme);
  if (options.early) shell.show(options.early);
  shell.open();
  const unmount = mount(model, shell, { language: spoken, closeOnBackdrop, tryAgain });
  drawn.push(() => {
    unmount();
    shell.remove();
  });
  const find = (selector: string) => host.querySelector(selector) as HTMLElement;
  return {
    model,
    /** The state that is drawn; a new one is drawn by itself. */
    state: model.state as Signal<State>,
    language: spoken,
    tryAgain,
    find,
    shell: shell.element,
    /** What the live region says. */
    spoken: () => find('[role=status]').textContent,
  };
}
