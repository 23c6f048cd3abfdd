import type { JSX } from 'preact';
import type { Approval } from '../hostedPage/hostedPageService.ts';
import { showAmount } from './amount.ts';
import { Facts } from './Facts.tsx';
import { Icon } from './icons.tsx';
import { OneTimeCode } from './OneTimeCode.tsx';
import type { Locale } from './texts/locale.ts';
import { fill } from './texts/texts.ts';

const TEXTS = {
  '3ds': { title: 'threeDsTitle', text: 'threeDsText' },
  bank: { title: 'bankTitle', text: 'bankText' },
  wallet: { title: 'walletTitle', text: 'walletText' },
} as const;

/** The title of an approval's page, for the heading and for the window. */
export function approvalTitle(approval: Approval, { texts }: Locale): string {
  return fill(texts[TEXTS[approval.kind].title], { party: approval.party });
}

interface Props {
  approval: Approval;
  locale: Locale;
  /** Another code than the bank's was typed. */
  codeWrong?: boolean;
}

/** Somebody else than the shop asks the customer: the card's issuer (3DS), the bank, or the wallet. */
export function ApprovalPage({ approval, locale, codeWrong = false }: Props): JSX.Element {
  const { texts, language } = locale;
  const facts = [
    [texts.merchant, approval.merchantName],
    [texts.amount, showAmount(approval.amount, approval.currency, language)],
    ...(approval.maskedNumber === null ? [] : [[texts.cardUsed, `•••• ${approval.maskedNumber.slice(-4)}`]]),
  ];
  return (
    <div class="sheet single" data-kind={approval.kind}>
      <header class="party">
        <span>
          <Icon shape={approval.kind === '3ds' ? 'lock' : approval.kind} />
          <bdi>{approval.party}</bdi>
        </span>
        <p class="sandbox">{texts.sandboxNote}</p>
      </header>
      <main class="work approval">
        <h1>{approvalTitle(approval, locale)}</h1>
        <p>{fill(texts[TEXTS[approval.kind].text], { party: approval.party })}</p>
        <Facts facts={facts} />
        <form method="post" data-guard={`${texts.leavingTitle}…`} class="answers">
          {approval.kind === '3ds' && <OneTimeCode texts={texts} isWrong={codeWrong} />}
          <button type="submit" name="answer" value="approve" class="pay">
            <span>{texts.approve}</span>
          </button>
          <button type="submit" name="answer" value="decline" class="second">
            {texts.decline}
          </button>
          <button type="submit" name="answer" value="abandon" class="quiet">
            {texts.abandon}
          </button>
        </form>
      </main>
    </div>
  );
}
