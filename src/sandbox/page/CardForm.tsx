import type { JSX } from 'preact';
import type { FieldProblem, HostedPayment } from '../hostedPage/hostedPageService.ts';
import { ALL_MARKS, BrandMark } from './BrandMark.tsx';
import { Field } from './Field.tsx';
import { Icon } from './icons.tsx';
import { problemText } from './problemText.ts';
import type { Entered } from './readChoice.ts';
import { SavedCards } from './SavedCards.tsx';
import { TestCards } from './TestCards.tsx';
import type { Locale } from './texts/locale.ts';
import { fill } from './texts/texts.ts';

interface Props {
  payment: HostedPayment;
  locale: Locale;
  amount: string;
  entered: Entered | undefined;
  problems: readonly FieldProblem[];
}

/** A new card or a saved one. Number and security code are never sent back to the browser, whatever was wrong. */
export function CardForm({ payment, locale: { texts }, amount, entered, problems }: Props): JSX.Element {
  const problem = (field: FieldProblem['field']) => {
    const found = problems.find((each) => each.field === field);
    return found && problemText(found, texts);
  };
  // The browser's own check would stop at a field that a saved card hides.
  const saved = payment.savedCards.length > 0;
  // A name that is not there cannot be fixed: the customer would have no way on.
  const fixedName = !payment.holderNameEditable && payment.holderName !== '';
  return (
    <>
      <form method="post" class="card-form" data-guard={texts.busy}>
        <input type="hidden" name="method" value="card" />
        <SavedCards cards={payment.savedCards} chosen={entered?.savedCardId} texts={texts} />
        <div class="fields">
          <div class="new-card wide">
            <Field
              name="number"
              label={texts.cardNumber}
              problem={problem('number')}
              input={{
                required: !saved,
                autocomplete: 'cc-number',
                inputmode: 'numeric',
                dir: 'ltr',
                maxLength: 23,
                spellcheck: false,
              }}
              mark={
                <span class="mark" id="brand" data-name="">
                  {ALL_MARKS.map((name) => (
                    <BrandMark key={name} name={name} />
                  ))}
                  <span class="badge visually-hidden" role="status" />
                </span>
              }
            />
          </div>
          <div class="new-card">
            <Field
              name="expiry"
              label={texts.expiry}
              problem={problem('expiry')}
              input={{
                required: !saved,
                autocomplete: 'cc-exp',
                inputmode: 'numeric',
                dir: 'ltr',
                maxLength: 9,
                placeholder: texts.expiryHint,
                value: entered?.expiry,
              }}
            />
          </div>
          <Field
            name="securityCode"
            label={texts.securityCode}
            hint={fill(texts.securityCodeHint, { digits: '3–4' })}
            problem={problem('securityCode')}
            input={{
              required: true,
              autocomplete: 'cc-csc',
              inputmode: 'numeric',
              dir: 'ltr',
              maxLength: 4,
              placeholder: 'CVC',
            }}
          />
          <div class="new-card wide">
            <Field
              name="holderName"
              label={texts.holderName}
              problem={problem('holderName')}
              input={{
                required: !saved,
                autocomplete: 'cc-name',
                autocapitalize: 'words',
                maxLength: 45,
                spellcheck: false,
                value: (!fixedName && entered?.holderName) || payment.holderName,
                readOnly: fixedName,
              }}
            />
          </div>
        </div>
        <div class="pay-bar">
          <button type="submit" class="pay">
            <Icon shape="lock" />
            <span>{fill(texts.pay, { amount })}</span>
          </button>
        </div>
      </form>
      {payment.test && <TestCards texts={texts} />}
    </>
  );
}
