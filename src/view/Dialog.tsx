// Also lets each component draw itself again when a signal that it has read changes.
import '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { announcementOf } from './announcement.ts';
import { Footer } from './Footer.tsx';
import { Frame, type FrameProps } from './Frame.tsx';
import { Icon } from './Icon.tsx';
import type { Language } from './language/language.ts';
import { Notice } from './Notice.tsx';
import { noticeOf } from './notice.ts';

export interface DialogProps {
  model: CheckoutModel;
  /** English, or nothing but the merchant's words, until the customer's language is loaded. */
  language: ReadonlySignal<Language>;
  /** `redirect` shows no frame: the customer is on the way to the page. */
  presentation: 'modal' | 'inline' | 'redirect';
  theme: 'light' | 'dark' | 'auto';
  closeOnBackdrop: boolean;
  onAttach: FrameProps['onAttach'];
  /** Opens the native dialog once it is in the document. */
  onShell: (shell: HTMLElement | null) => void;
  /** A fresh open, after this one has failed. */
  tryAgain: () => void;
}

/** All that the customer sees of the checkout, in every state. */
export function Dialog(props: DialogProps): JSX.Element {
  const { model, presentation, theme } = props;
  const language = props.language.value;
  const { texts } = language;
  const state = model.state.value;
  const { phase, session, frameUrl: address } = state;
  const notice = noticeOf(state, texts);
  const Shell = presentation === 'inline' ? 'section' : 'dialog';
  return (
    <Shell
      ref={props.onShell as never}
      lang={language.lang}
      dir={language.dir}
      class={`shell ${presentation} ${theme}`}
      part="dialog"
      aria-labelledby="title"
      onCancel={(event: Event) => {
        event.preventDefault();
        model.close();
      }}
      onClick={(event: Event) => {
        if (props.closeOnBackdrop && event.target === event.currentTarget) model.close();
      }}
    >
      <header part="header">
        <Icon name="lock" />
        <div>
          <h2 id="title">{texts.title}</h2>
          {/* The frame has no address bar: this says whose page it is. */}
          <p>{address && new URL(address).host}</p>
        </div>
        <button type="button" class="x" part="close" aria-label={texts.close} onClick={model.close}>
          <Icon name="close" />
        </button>
      </header>
      <main aria-busy={phase === 'creating' || phase === 'loading'}>
        {/* In here, where it moves nothing that is drawn already. */}
        {session?.test && (
          <p class="test" part="test">
            {texts.test}
          </p>
        )}
        {(phase === 'creating' || phase === 'loading') && (
          <div class="load">
            <Icon name="busy" />
            <p>{texts[state.waitingFor ?? (presentation === 'redirect' ? 'redirecting' : 'opening')]}</p>
          </div>
        )}
        {address && presentation !== 'redirect' && (
          <Frame
            address={address}
            title={texts.frame}
            covered={notice !== null}
            onAttach={props.onAttach}
            onLoad={model.frameLoaded}
          />
        )}
        {notice && <Notice {...notice} actions={{ ...model, tryAgain: props.tryAgain }} />}
      </main>
      <Footer state={state} language={language} onFullPage={model.openFullPage} />
      <p class="spoken" role="status">
        {announcementOf(state, language)}
      </p>
    </Shell>
  );
}
