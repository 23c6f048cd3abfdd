import type { JSX } from 'preact';
import { Field } from './Field.tsx';
import { fill, type Texts } from './texts/texts.ts';

/** The code that a bank sends by text message. No message is sent here, so the page says it. */
export const SANDBOX_CODE = '246810';

/**
 * Where a customer types the code of a text message, as banks ask for it. It may be
 * left empty, as by who approves in the bank's app; another code is refused.
 */
export function OneTimeCode({ texts, isWrong }: { texts: Texts; isWrong: boolean }): JSX.Element {
  return (
    <div class="otp">
      <Field
        name="otp"
        label={texts.otp}
        hint={fill(texts.otpHint, { code: SANDBOX_CODE })}
        problem={isWrong ? texts.otpWrong : undefined}
        input={{
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          pattern: '[0-9]*',
          dir: 'ltr',
          maxLength: 8,
          autofocus: isWrong,
        }}
        mark={
          <button type="button" class="small" hidden data-fill="otp" data-value={SANDBOX_CODE}>
            {fill(texts.useCard, { card: SANDBOX_CODE })}
          </button>
        }
      />
    </div>
  );
}
