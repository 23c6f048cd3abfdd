import { type Signal, signal } from '@preact/signals-core';
import { render } from '@testing-library/preact';
import { vi } from 'vitest';
import type { State } from '../../src/checkout/machine.ts';
import { Dialog, type DialogProps } from '../../src/view/Dialog.tsx';
import { inEnglish, type Language } from '../../src/view/language/language.ts';
import { texts as arabicTexts } from '../../src/view/language/texts/ar.ts';
import { fakeModel } from './fakeModel.ts';

export const session = { sessionId: 'a'.repeat(32), redirectUrl: 'https://gateway.example/hpp/1' };
export const frameUrl = session.redirectUrl;

export const arabic: Language = {
  lang: 'ar',
  dir: 'rtl',
  texts: arabicTexts,
  time: (n) => `${n} ثانية`,
};

/** The dialog in one state, with no checkout running; its actions count their calls. */
export function drawDialog(
  state: Partial<State>,
  {
    language = inEnglish,
    ...props
  }: Partial<Omit<DialogProps, 'model' | 'language'>> & { language?: Language } = {},
) {
  const model = fakeModel(state);
  const tryAgain = vi.fn();
  const onAttach = vi.fn();
  const spoken = signal(language);
  const { container } = render(
    <Dialog
      model={model}
      language={spoken}
      presentation="inline"
      theme="auto"
      closeOnBackdrop={false}
      onAttach={onAttach}
      onShell={() => {}}
      tryAgain={tryAgain}
      {...props}
    />,
  );
  const find = (selector: string) => container.querySelector(selector) as HTMLElement;
  return {
    model,
    /** The state that is drawn; a new one is drawn by itself. */
    state: model.state as Signal<State>,
    language: spoken,
    tryAgain,
    onAttach,
    find,
    shell: find('.shell'),
    /** What the live region says. */
    spoken: () => find('[role=status]').textContent,
  };
}
