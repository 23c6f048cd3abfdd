import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import type { Language } from './language/language.ts';
import { Sum } from './Sum.tsx';

interface OrderProps {
  model: CheckoutModel;
  language: ReadonlySignal<Language>;
}

/** More lines than this may have to be scrolled, by keyboard as well. */
const FEW = 5;

/** What is bought, line by line: beside the frame, where there is room. */
export function Order({ model, language }: OrderProps): JSX.Element | null {
  const { lang, texts } = language.value;
  const { items, currency } = model.state.value.session?.display ?? {};
  if (!items) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      class="order"
      part="order"
      role="group"
      aria-labelledby="order"
      tabindex={items.length > FEW ? 0 : undefined}
    >
      <h3 id="order">{texts.order}</h3>
      <ul>
        {items.map(({ name, quantity = 1, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
          <li key={at}>
            <span>
              {quantity > 1 && `${quantity} × `}
              <bdi>{name}</bdi>
            </span>
            <Sum amount={amount} currency={currency} lang={lang} />
          </li>
        ))}
      </ul>
    </div>
  );
}
