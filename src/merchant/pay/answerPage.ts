import type { Context } from 'hono';
import { appMessage } from '../../protocol/page/appMessage.ts';
import { appAddress } from '../appReturnUrls.ts';
import { type ProblemDetails, type ProblemError, setRetryAfter, statusOf } from '../http/problem.ts';
import { chooseLanguage } from '../page/chooseLanguage.ts';
import { shopNameOf } from '../session/displayOf.ts';
import type { Settings } from '../settings.ts';
import { backUrlOf } from './backUrlOf.ts';
import { noticeOf } from './noticeOf.ts';
import { type PayContent, payPage, payPolicy } from './payPage.ts';
import type { Wish } from './readWish.ts';

export interface AnswerPageContext {
  readonly settings: Pick<
    Settings,
    | 'publicUrl'
    | 'shopName'
    | 'shopLogo'
    | 'shopStyle'
    | 'wording'
    | 'continueUrl'
    | 'failureUrl'
    | 'appReturnUrls'
  >;
  /** Random bytes as hex digits. */
  readonly randomHex: (bytes: number) => string;
  /** Mode of the gateway client. */
  readonly test: boolean;
}

/** An answer, before it is a page. */
export interface PayAnswer {
  readonly status: number;
  readonly content: PayContent;
  /** The order's language, where `resolveOrder` gave one. */
  readonly language?: string | undefined;
  readonly details?: ProblemDetails;
}

/** No search engine lists an order. */
export const NO_ROBOTS = { 'x-robots-tag': 'noindex, nofollow' };

export async function answerPage(
  { settings, randomHex, test }: AnswerPageContext,
  c: Context,
  { status, content, language: ordered, details = {} }: PayAnswer,
): Promise<Response> {
  const nonce = randomHex(16);
  const page = await payPage({
    content,
    language: chooseLanguage(c, ordered ?? null),
    action: `${settings.publicUrl}/pay`,
    test,
    shopName: shopNameOf(settings),
    shopLogo: settings.shopLogo,
    shopStyle: settings.shopStyle,
    wording: settings.wording,
    backUrl: backUrlOf(settings),
    nonce,
  });
  const headers = new Headers({
    ...NO_ROBOTS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': payPolicy(nonce, { content, test, shopLogo: settings.shopLogo }),
    // With 'no-referrer' the form's request would come with `Origin: null`. To other sites neither says anything.
    'referrer-policy': 'same-origin',
  });
  setRetryAfter(headers, details);
  return new Response(page, { status, headers });
}

/** What is answered in place of an order to pay. */
export function problemAnswer(
  { settings, test }: Pick<AnswerPageContext, 'settings' | 'test'>,
  { code, details }: ProblemError,
  wish: Wish | null,
  method: string,
): PayAnswer {
  const { state, mayTryAgain } = noticeOf(code);
  const again = mayTryAgain && wish !== null ? addressOf(settings, wish) : null;
  // Whoever opens the page of a paid order learns what they came for; only the click could not be done.
  const status = code === 'already_completed' && method !== 'POST' ? 200 : statusOf(code, details);
  const { sessionId = null, orderReference = null } = details;
  const isNamed = sessionId !== null && orderReference !== null;
  const app = wish?.app ?? null;
  const backToApp = isNamed ? appAddress(settings.appReturnUrls, app, { sessionId, orderReference }) : null;
  const tell = appMessage({ outcome: 'completed', sessionId, orderReference });
  return {
    status,
    content: {
      state,
      again,
      ...(state === 'paid' && { tell, backToApp }),
      ...(test && { why: `npx hpp-checkout docs ${code}` }),
    },
    details,
  };
}

function addressOf({ publicUrl }: Pick<Settings, 'publicUrl'>, { name, text, app }: Wish): string {
  return `${publicUrl}/pay?${new URLSearchParams({ [name]: text, ...(app === null ? {} : { app }) })}`;
}
