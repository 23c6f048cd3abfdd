import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Approval } from '../hostedPage/hostedPageService.ts';
import { Document } from '../page/Document.tsx';
import { documentHeaders } from '../page/headers.ts';
import { localeFor } from '../page/texts/locale.ts';
import { BankPage } from './BankPage.tsx';
import type { BankPageBehaviour } from './behaviour.ts';
import { script } from './client.ts?script';
import { LeavingForm, NestedReturn } from './LeavingForm.tsx';

/** A whole answer. */
export interface RenderedBankPage {
  html: string;
  headers: Record<string, string>;
}

export function renderBankPage(
  nonce: string,
  approval: Approval,
  behaviour: BankPageBehaviour,
  { verdict, isWindow }: { verdict?: 'granted' | 'refused' | undefined; isWindow: boolean },
): RenderedBankPage {
  const page = <BankPage approval={approval} behaviour={behaviour} verdict={verdict} isWindow={isWindow} />;
  return rendered(nonce, behaviour.refusesFrames === true, page);
}

/** The way back to the shop for a bank that has one of its own. */
export function renderBankLeaving(
  nonce: string,
  redirectTo: string,
  how: 'post' | 'nested',
): RenderedBankPage {
  const Page = how === 'post' ? LeavingForm : NestedReturn;
  return rendered(nonce, false, <Page redirectTo={redirectTo} />);
}

function rendered(nonce: string, refusesFrames: boolean, children: VNode): RenderedBankPage {
  const document = (
    <Document
      title="Confirm your payment"
      locale={localeFor('en')}
      theme="classic"
      nonce={nonce}
      script={script}
    >
      {children}
    </Document>
  );
  return { html: `<!doctype html>${renderToString(document)}`, headers: bankHeaders(nonce, refusesFrames) };
}

/** Any shop's page frames a bank's; where it sends its form and whom it frames is what some of them are about. */
function bankHeaders(nonce: string, refusesFrames: boolean): Record<string, string> {
  return documentHeaders(nonce, [
    "connect-src 'self'",
    'frame-src *',
    `frame-ancestors ${refusesFrames ? "'none'" : '*'}`,
  ]);
}
