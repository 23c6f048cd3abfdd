import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { Icon } from './Icon.tsx';
import type { Language } from './language/language.ts';

interface HeadingProps {
  model: CheckoutModel;
  language: ReadonlySignal<Language>;
}

/** What the dialog is, and whose page it shows: the frame has no address bar. */
export function Heading({ model, language }: HeadingProps): JSX.Element {
  const { frameUrl } = model.state.value;
  return (
    <>
      <Icon name="lock" />
      <div>
        <h2 id="title">{language.value.texts.title}</h2>
        <p>{frameUrl && new URL(frameUrl).host}</p>
      </div>
    </>
  );
}
