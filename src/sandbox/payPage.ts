import { cardToType, type PayWith } from './cards/namedCards.ts';
import type { HostedPageService, PageStep } from './hostedPage/hostedPageService.ts';
import type { Transaction } from './ledger/transaction.ts';
import type { PaidPage, ThreeDSAnswer } from './paidPage.ts';

export interface PayPageContext {
  page: HostedPageService;
  /** By the token of its page. */
  transactionOf: (token: string) => Transaction | undefined;
  settle: () => Promise<void>;
  isNotified: (pspId: number) => boolean;
  now: () => number;
}

/** Pays a hosted page as a customer would, through the page's own service, and delivers what is due. */
export async function payPage(
  { page, transactionOf, settle, isNotified, now }: PayPageContext,
  redirectUrl: string,
  card: PayWith,
  threeDS: ThreeDSAnswer,
): Promise<PaidPage> {
  const token = URL.canParse(redirectUrl) ? (new URL(redirectUrl).pathname.split('/').at(-1) ?? '') : '';
  const transaction = () => transactionOf(token);
  const pspId = transaction()?.pspId;
  if (pspId === undefined) {
    throw new RangeError(`pay: expected the redirectUrl of a page of this sandbox, got "${redirectUrl}".`);
  }
  const { number, holderName, securityCode, expiry } = cardToType(card, new Date(now()));
  const [expMonth = '', expYear = ''] = expiry.split('/');
  let step: PageStep = await page.choose(token, {
    method: 'card',
    card: { number, holderName, securityCode, expMonth, expYear },
  });
  if (step.kind === 'approve') step = await page.answer(step.approval.id, threeDS);
  if (step.kind === 'invalid') {
    const wrong = step.problems.map(({ field, code }) => `${field} (${code})`).join(', ');
    throw new RangeError(`pay: the hosted page does not take the card: ${wrong}.`);
  }
  await settle();
  return {
    outcome: outcomeOf(step, transaction()?.state),
    returnUrl: step.kind === 'leave' ? step.redirectTo : null,
    notified: isNotified(pspId),
  };
}

function outcomeOf({ kind }: PageStep, state: Transaction['state'] | undefined): PaidPage['outcome'] {
  if (kind === 'refused') return 'declined';
  if (kind !== 'leave') return 'expired';
  if (state === 'processed') return 'completed';
  return state === 'pending' || state === 'unknown' ? 'pending' : 'failed';
}
