import type { JSX } from 'preact';
import { BANK_SENTENCES } from '../cards/bankSentences.ts';
import type { Approval } from '../hostedPage/hostedPageService.ts';
import { showAmount } from '../page/amount.ts';
import { Facts } from '../page/Facts.tsx';
import { Icon } from '../page/icons.tsx';
import type { BankPageBehaviour } from './behaviour.ts';

interface Props {
  approval: Approval;
  behaviour: BankPageBehaviour;
  /** What was found already, before the page was sent: a cookie. */
  verdict?: 'granted' | 'refused' | undefined;
  /** It stands in the window that the bank's page has opened. */
  isWindow: boolean;
}

/** A bank asks whether the payment is the customer's, once it has what it needs. */
export function BankPage({ approval, behaviour, verdict, isWindow }: Props): JSX.Element {
  const { target, sendsTwice } = behaviour;
  const needs = isWindow ? undefined : behaviour.needs;
  const facts = [
    ['Merchant', approval.merchantName],
    ['Amount', showAmount(approval.amount, approval.currency, 'en')],
    ['Card', `•••• ${approval.maskedNumber?.slice(-4)}`],
  ];
  return (
    <div class="sheet single" data-kind="bank" data-needs={needs} data-verdict={verdict}>
      <header class="party">
        <span>
          <Icon shape="bank" />
          <bdi>{approval.party}</bdi>
        </span>
        <p class="sandbox">Sandbox: no bank is asked.</p>
      </header>
      <main class="work approval">
        <h1>Confirm your payment</h1>
        {approval.bank && <p>{BANK_SENTENCES[approval.bank]}</p>}
        <Facts facts={facts} />
        <p role="status" id="verdict" />
        {needs === 'passkey' && (
          <button type="button" class="pay" id="try">
            Create a passkey
          </button>
        )}
        {needs === 'window' && (
          <button type="button" class="pay" id="try">
            Open the bank’s window
          </button>
        )}
        <form
          method="post"
          class="answers"
          {...(target === undefined ? {} : { target })}
          data-twice={sendsTwice}
          hidden={needs !== undefined || verdict === 'refused'}
        >
          <button type="submit" name="answer" value="approve" class="pay">
            Approve
          </button>
          <button type="submit" name="answer" value="decline" class="second">
            Decline
          </button>
        </form>
        {needs !== undefined && <noscript>This bank needs JavaScript.</noscript>}
      </main>
    </div>
  );
}
