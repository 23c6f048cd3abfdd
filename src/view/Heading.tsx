import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { Icon } from './Icon.tsx';
import type { Language } from './language/language.ts';
import { Order } from './Order.tsx';
import { returnFocus } from './returnFocus.ts';
import { Sum } from './Sum.tsx';

interface HeadingProps {
  model: CheckoutModel;
  language: ReadonlySignal<Language>;
}

/** Whose shop it is, whose page is shown (a frame has no address bar), what it costs, and beside it what is bought. Its room is kept: nothing moves when it is known. */
export function Heading({ model, language }: HeadingProps): JSX.Element {
  const { lang, texts } = language.value;
  const { session, frameUrl, phase, broken } = model.state.value;
  const display = session?.display;
  const { merchant, logo } = display ?? {};
  // Also when the frame is gone: nothing moves.
  const address = frameUrl || session?.redirectUrl;
  return (
    <>
      <span class="mark" aria-hidden="true">
        {merchant ? [...merchant][0]?.toUpperCase() : <Icon name="lock" />}
        {logo && <img key={logo} src={logo} alt="" onError={hide} />}
      </span>
      <div>
        <div class="line">
          <h2 id="title">
            {merchant ? (
              <>
                <span class="spoken">{texts.title} </span>
                <bdi>{merchant}</bdi>
              </>
            ) : (
              texts.title
            )}
          </h2>
          {session?.test && (
            <span class="test" part="test" title={texts.test}>
              {texts.testTag}
            </span>
          )}
        </div>
        <p class="host">
          {address && (
            <>
              <Icon name="lock" />
              <bdi>{new URL(address).host}</bdi>
            </>
          )}
          {frameUrl && (phase === 'loading' || phase === 'paying') && !broken && (
            <button
              type="button"
              class="open"
              part="full-page"
              ref={returnFocus}
              onClick={model.openFullPage}
            >
              <Icon name="out" />
              <span class="spoken">{texts.fullPage}</span>
            </button>
          )}
        </p>
      </div>
      <Sum {...display} lang={lang} />
      <Order model={model} language={language} />
    </>
  );
}

/** A logo that cannot be loaded, or that the page's policy refuses: the letter stands under it. */
function hide({ currentTarget }: { currentTarget: HTMLElement }): void {
  currentTarget.hidden = true;
}
