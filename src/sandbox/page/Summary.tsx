import type { JSX } from 'preact';
import type { HostedPayment } from './desk.ts';
import { Icon } from './icons.tsx';
import { fill, type Texts } from './texts/texts.ts';

/** Who is paid, how much, for what, and how long the page stays open. */
export function Summary(props: { payment: HostedPayment; texts: Texts; amount: string }): JSX.Element {
  const { payment, texts, amount } = props;
  return (
    <header class="summary">
      {payment.test && <p class="sandbox">{texts.sandboxNote}</p>}
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
      <p class="time" id="time">
        <Icon shape="clock" />
        <span id="time-left">{fill(texts.timeLeft, { time: minutes(payment.expiresInMs) })}</span>
      </p>
      <p class="unseen" role="status" id="time-spoken" />
      <p class="secure">
        <Icon shape="lock" />
        {texts.secureNote}
      </p>
    </header>
  );
}

function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
