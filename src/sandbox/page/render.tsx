import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ApprovalPage, approvalTitle } from './ApprovalPage.tsx';
import { script } from './client.ts?script';
import { Document } from './Document.tsx';
import type { Approval, FieldProblem, HostedPayment, PageLook } from './desk.ts';
import { pageHeaders } from './headers.ts';
import { NoticePage } from './NoticePage.tsx';
import { PaymentPage } from './PaymentPage.tsx';
import type { Entered } from './readChoice.ts';
import { type Locale, localeFor } from './texts/locale.ts';
import { fill } from './texts/texts.ts';

type Status = 200 | 402 | 404 | 410 | 422;

/** A whole answer. */
export interface Rendered {
  status: Status;
  html: string;
  headers: Record<string, string>;
}

/** What the last try brought. */
export interface LastTry {
  entered?: Entered;
  problems?: readonly FieldProblem[];
  refused?: boolean;
  noMethod?: boolean;
}

/** The form: 200 at first, 422 when the form was wrong, 402 when the acquirer refused. */
export function renderPayment(nonce: string, payment: HostedPayment, last: LastTry = {}): Rendered {
  const locale = localeFor(payment.language);
  const { problems = [], entered, refused = false, noMethod = false } = last;
  return {
    status: refused ? 402 : problems.length > 0 || noMethod ? 422 : 200,
    headers: pageHeaders(nonce, payment.frameAncestors),
    html: html(
      <Document
        title={fill(locale.texts.payTitle, { merchant: payment.merchantName })}
        locale={locale}
        look={payment.look}
        nonce={nonce}
        script={script}
      >
        <PaymentPage
          payment={payment}
          locale={locale}
          entered={entered}
          problems={problems}
          noMethod={noMethod}
        />
      </Document>,
    ),
  };
}

/** 3DS, the bank's page, or the wallet's. A page that leaves the hosted page lets nobody frame it. */
export function renderApproval(nonce: string, approval: Approval): Rendered {
  const locale = localeFor(approval.language);
  return {
    status: 200,
    headers: pageHeaders(nonce, approval.leavesPage ? [] : approval.frameAncestors),
    html: html(
      <Document
        title={approvalTitle(approval, locale)}
        locale={locale}
        look={approval.look}
        nonce={nonce}
        script={script}
      >
        <ApprovalPage approval={approval} locale={locale} />
      </Document>,
    ),
  };
}

/** Goes to the shop at once, by itself; see `form-action` in headers.ts. */
export function renderLeaving(nonce: string, redirectTo: string, language: string): Rendered {
  const locale = localeFor(language);
  const { texts } = locale;
  return {
    status: 200,
    headers: pageHeaders(nonce, ['*']),
    html: html(
      <Document title={texts.leavingTitle} locale={locale} look="classic" nonce={nonce} goTo={redirectTo}>
        <NoticePage shape="check" title={texts.leavingTitle} text={texts.leavingText}>
          <a href={redirectTo}>{texts.leavingLink}</a>
        </NoticePage>
      </Document>,
    ),
  };
}

/** G17: the address died unused. */
export function renderExpired(
  nonce: string,
  page: { language: string; look: PageLook; frameAncestors: readonly string[] },
): Rendered {
  const locale = localeFor(page.language);
  const { expiredTitle, expiredText } = locale.texts;
  return notice(410, nonce, locale, page.look, page.frameAncestors, 'clock', expiredTitle, expiredText);
}

/** An address that was never given out. It tells nothing, so anybody may frame it. */
export function renderUnknown(nonce: string, locale: Locale): Rendered {
  return notice(
    404,
    nonce,
    locale,
    'classic',
    ['*'],
    'warning',
    locale.texts.unknownTitle,
    locale.texts.unknownText,
  );
}

/** An approval that was answered or never asked. */
export function renderApprovalGone(nonce: string, language: string): Rendered {
  const locale = localeFor(language);
  const { approvalGoneTitle, approvalGoneText } = locale.texts;
  return notice(404, nonce, locale, 'classic', ['*'], 'warning', approvalGoneTitle, approvalGoneText);
}

function notice(
  status: Status,
  nonce: string,
  locale: Locale,
  look: PageLook,
  frameAncestors: readonly string[],
  shape: 'clock' | 'warning',
  title: string,
  text: string,
): Rendered {
  return {
    status,
    headers: pageHeaders(nonce, frameAncestors),
    html: html(
      <Document title={title} locale={locale} look={look} nonce={nonce}>
        <NoticePage shape={shape} title={title} text={text} />
      </Document>,
    ),
  };
}

function html(document: VNode): string {
  return `<!doctype html>${renderToString(document)}`;
}
