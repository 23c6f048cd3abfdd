import type { JSX } from 'preact';
import type { HostedPayment } from '../hostedPage/hostedPageService.ts';
import { Icon } from './icons.tsx';
import { fill, type Texts } from './texts/texts.ts';

/** Who is paid, how much, for what. How long the page stays open is filled in by the script, which alone can keep it true. */
export function Summary(props: { payment: HostedPayment; texts: Texts; amount: string }): JSX.Element {
  const { payment, texts, amount } = props;
  return (
    <header class="summary">
      {payment.test && <p class="sandbox">{texts.sandboxNote}</p>}
      <span class="monogram" aria-hidden="true">
        {[...payment.merchantName][0]}
      </span>
      <h1>
        <span class="payee">
          {texts.payTo} <bdi>{payment.merchantName}</bdi>
        </span>
        <span class="amount">
          <bdi>{amount}</bdi>
        </span>
      </h1>
      <p class="order">
        <bdi>{fill(texts.order, { reference: payment.orderReference })}</bdi>
      </p>
      <p class="time" id="time" hidden>
        <Icon shape="clock" />
        <span aria-hidden="true" />
        <span class="visually-hidden" />
      </p>
    </header>
  );
}
