import type { JSX } from 'preact';
import type { HostedPayment, PaymentMethod } from '../hostedPage/hostedPageService.ts';
import { showAmount } from './amount.ts';
import { CardForm } from './CardForm.tsx';
import { clientTexts } from './clientTexts.ts';
import { Icon } from './icons.tsx';
import type { LastTry } from './lastTry.ts';
import { OtherMethod } from './OtherMethod.tsx';
import { Problems } from './Problems.tsx';
import type { Entered } from './readChoice.ts';
import { SavedCardButton } from './SavedCardButton.tsx';
import { Summary } from './Summary.tsx';
import type { Locale } from './texts/locale.ts';
import { fill } from './texts/texts.ts';

interface Props {
  payment: HostedPayment;
  locale: Locale;
  last: LastTry;
}

/** The page on which the customer pays. Works without a script; `client.ts` makes it quicker to use. */
export function PaymentPage({ payment, locale, last }: Props): JSX.Element {
  const { entered, problems = [], refused = payment.problem, noMethod = false } = last;
  const { texts, language } = locale;
  const amount = showAmount(payment.amount, payment.currency, language);
  // A wallet is the quickest way, and stands first; the card is what most people came for, and is open.
  const methods = [...payment.methods].sort((a, b) => Number(b === 'wallet') - Number(a === 'wallet'));
  const first = methodOf(entered) ?? (methods.includes('card') ? 'card' : methods[0]);
  const panel = (method: PaymentMethod) =>
    method === 'card' ? (
      <CardForm payment={payment} locale={locale} amount={amount} entered={entered} problems={problems} />
    ) : (
      <OtherMethod method={method} texts={texts} amount={amount} />
    );
  return (
    <div class="sheet">
      <Summary payment={payment} texts={texts} amount={amount} />
      <main class="work" data-expires-in={payment.expiresInMs} data-texts={clientTexts(locale)}>
        <Problems texts={texts} refused={refused} problems={problems} noMethod={noMethod} />
        <SavedCardButton cards={payment.savedCards} texts={texts} amount={amount} />
        {methods.length === 1 ? (
          panel(methods[0] as PaymentMethod)
        ) : (
          <section class="ways" aria-labelledby="methods">
            <h2 id="methods">{texts.methods}</h2>
            <div class="methods">
              {methods.map((method) => (
                <details key={method} name="method" open={method === first}>
                  <summary>
                    <Icon shape={method} />
                    {texts[method]}
                  </summary>
                  <div class="panel">{panel(method)}</div>
                </details>
              ))}
            </div>
          </section>
        )}
        {/* In a dialog, which has a way out of its own, it is there for a customer whose card was refused: the shop is told at once. */}
        <form
          method="post"
          action={`${payment.token}/cancel`}
          class={refused ? 'cancel after-refusal' : 'cancel'}
        >
          <button type="submit" class="quiet">
            {fill(texts.cancel, { merchant: payment.merchantName })}
          </button>
        </form>
        <p class="secure">
          <Icon shape="lock" />
          {texts.secureNote}
        </p>
        <p class="visually-hidden" role="status" id="spoken" />
      </main>
    </div>
  );
}

function methodOf(entered: Entered | undefined): PaymentMethod | undefined {
  return entered?.method === 'savedCard' ? 'card' : entered?.method;
}
