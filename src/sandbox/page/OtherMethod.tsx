import type { JSX } from 'preact';
import type { PaymentMethod } from '../hostedPage/hostedPageService.ts';
import { BANKS } from './banks.ts';
import { fill, type Texts } from './texts/texts.ts';

interface Props {
  method: Exclude<PaymentMethod, 'card'>;
  texts: Texts;
  amount: string;
}

/** A payment without a card. Each method asks for what it needs and nothing else (S142). */
export function OtherMethod({ method, texts, amount }: Props): JSX.Element {
  return (
    // A bank lets nobody frame its page: the whole window goes there.
    <form method="post" target={method === 'bank' ? '_top' : undefined} data-guard={texts.busy}>
      <input type="hidden" name="method" value={method} />
      <p>{texts[`${method}Note`]}</p>
      {method === 'bank' && (
        <div class="field">
          <label for="bank">{texts.chooseBank}</label>
          <div class="control">
            <select id="bank" name="bank">
              {BANKS.map((bank) => (
                <option key={bank}>{bank}</option>
              ))}
            </select>
          </div>
        </div>
      )}
      <button type="submit" class="pay">
        <span>{fill(texts[`${method}Pay`], { amount })}</span>
      </button>
    </form>
  );
}
