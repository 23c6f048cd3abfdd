import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type {
  Approval,
  HostedPayment,
  Leaving,
  PageColours,
  PageTheme,
} from '../hostedPage/hostedPageService.ts';
import { ApprovalPage, approvalTitle } from './ApprovalPage.tsx';
import { script } from './client.ts?script';
import { Document } from './Document.tsx';
import { pageHeaders } from './headers.ts';
import type { LastTry } from './lastTry.ts';
import { type Notice, NoticePage } from './NoticePage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import { localeFor } from './texts/locale.ts';
import { fill } from './texts/texts.ts';
import { VoucherPage } from './VoucherPage.tsx';

type Status = 200 | 402 | 404 | 410 | 422;

/** A whole answer. */
export interface Rendered {
  status: Status;
  html: string;
  headers: Record<string, string>;
}

/** Language and theme of a page. */
export interface PageContext {
  language: string;
  theme: PageTheme;
  colours?: PageColours;
}

/** The form: 200 at first, 422 when the form was wrong, 402 when the acquirer refused. */
export function renderPayment(nonce: string, payment: HostedPayment, last: LastTry = {}): Rendered {
  const locale = localeFor(payment.language);
  const wrong = last.noMethod === true || (last.problems ?? []).length > 0;
  return {
    status: wrong ? 422 : last.refused === undefined ? 200 : 402,
    headers: pageHeaders(nonce, payment.frameAncestors),
    html: html(
      <Document
        title={fill(locale.texts.payTitle, { merchant: payment.merchantName })}
        locale={locale}
        theme={payment.theme}
        colours={payment.colours}
        driver={payment.driver}
        nonce={nonce}
        script={script}
      >
        <PaymentPage payment={payment} locale={locale} last={last} />
      </Document>,
    ),
  };
}

/** 3DS, the bank's page, or the wallet's. A page that leaves the hosted page lets nobody frame it. */
export function renderApproval(nonce: string, approval: Approval, codeWrong = false): Rendered {
  const locale = localeFor(approval.language);
  return {
    status: codeWrong ? 422 : 200,
    headers: pageHeaders(nonce, approval.leavesPage ? [] : approval.frameAncestors),
    html: html(
      <Document
        title={approvalTitle(approval, locale)}
        locale={locale}
        theme={approval.theme}
        colours={approval.colours}
        driver={approval.driver}
        nonce={nonce}
        script={script}
      >
        <ApprovalPage approval={approval} locale={locale} codeWrong={codeWrong} />
      </Document>,
    ),
  };
}

/** Goes to the shop at once, by itself; see `form-action` in headers.ts. It holds nothing to guard, so anybody may frame it. */
export function renderLeaving(nonce: string, leaving: Leaving, page: PageContext): Rendered {
  const { redirectTo, voucher } = leaving;
  if (voucher !== undefined) return renderVoucher(nonce, redirectTo, voucher);
  const { leavingTitle, leavingText, leavingLink } = localeFor(page.language).texts;
  return notice(nonce, 200, page, ['*'], {
    shape: 'check',
    title: leavingTitle,
    text: leavingText,
    goTo: { address: redirectTo, link: leavingLink },
  });
}

function renderVoucher(
  nonce: string,
  redirectTo: string,
  voucher: NonNullable<Leaving['voucher']>,
): Rendered {
  const locale = localeFor(voucher.language);
  return {
    status: 200,
    headers: pageHeaders(nonce, ['*']),
    html: html(
      <Document
        title={locale.texts.voucherTitle}
        locale={locale}
        theme={voucher.theme}
        colours={voucher.colours}
        nonce={nonce}
        script={script}
      >
        <VoucherPage voucher={voucher} redirectTo={redirectTo} locale={locale} />
      </Document>,
    ),
  };
}

/** Goes to the bank's own page at once, as hosted pages do for 3-D Secure. */
export function renderToBank(nonce: string, { redirectTo }: Leaving, approval: Approval): Rendered {
  const locale = localeFor(approval.language);
  const title = approvalTitle(approval, locale);
  return notice(nonce, 200, approval, ['*'], {
    shape: 'check',
    title,
    text: fill(locale.texts.threeDsText, { party: approval.party }),
    goTo: { address: redirectTo, link: title },
  });
}

/** G17: the address died unused. */
export function renderExpired(
  nonce: string,
  page: PageContext & { frameAncestors: readonly string[] },
): Rendered {
  const { expiredTitle, expiredText } = localeFor(page.language).texts;
  return notice(nonce, 410, page, page.frameAncestors, {
    shape: 'clock',
    title: expiredTitle,
    text: expiredText,
  });
}

/** An address that was never given out. It shows nothing of a payment, so anybody may frame it. */
export function renderUnknown(nonce: string, page: PageContext): Rendered {
  const { unknownTitle, unknownText } = localeFor(page.language).texts;
  return notice(nonce, 404, page, ['*'], { shape: 'warning', title: unknownTitle, text: unknownText });
}

/** An approval that was answered, has run out or was never asked. */
export function renderApprovalGone(nonce: string, page: PageContext): Rendered {
  const { approvalGoneTitle, approvalGoneText } = localeFor(page.language).texts;
  return notice(nonce, 404, page, ['*'], {
    shape: 'warning',
    title: approvalGoneTitle,
    text: approvalGoneText,
  });
}

function notice(
  nonce: string,
  status: Status,
  page: PageContext,
  frameAncestors: readonly string[],
  content: Notice,
): Rendered {
  const locale = localeFor(page.language);
  return {
    status,
    headers: pageHeaders(nonce, frameAncestors),
    html: html(
      <Document
        title={content.title}
        locale={locale}
        theme={page.theme}
        colours={page.colours}
        nonce={nonce}
        goTo={content.goTo?.address}
      >
        <NoticePage {...content} />
      </Document>,
    ),
  };
}

function html(document: VNode): string {
  return `<!doctype html>${renderToString(document)}`;
}
