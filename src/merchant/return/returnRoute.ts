import type { Context } from 'hono';
import { parseReturnHint } from '../../protocol/page/frameMessage.ts';
import { isFinalStatus } from '../../protocol/page/outcome.ts';
import type { Island } from '../../protocol/page/returnIsland.ts';
import { isPrefetch } from '../http/isPrefetch.ts';
import { chooseLanguage } from '../page/chooseLanguage.ts';
import type { Settings } from '../settings.ts';
import { toStatusReply } from '../status/statusRoute.ts';
import { type NextUrlsContext, onwardFrom } from './nextUrls.ts';
import { type Arrival, type ReceiveCustomerContext, receiveCustomer } from './receiveCustomer.ts';
import { type ReturnState, returnPage, returnPolicy } from './returnPage.ts';

const STATUS: Readonly<Record<Arrival['kind'], number>> = { known: 200, unknown: 404, unclear: 503 };

export interface ReturnRouteContext extends ReceiveCustomerContext, NextUrlsContext {
  readonly settings: NextUrlsContext['settings'] &
    Pick<Settings, 'merchantOrigins' | 'gatewayOrigins' | 'shopName' | 'shopLogo' | 'shopStyle'>;
  /** Random bytes as hex digits. */
  readonly randomHex: (bytes: number) => string;
}

/**
 * `GET|POST /return/:id/:hint/:proof`, and without the proof for whoever opens it by hand: where the hosted page sends the customer. The query, a posted body and the hint in the
 * path settle nothing (T8); the hint chooses a waiting text. Needs no cookie: a bank's cross-site POST brings none.
 */
export async function returnRoute(
  context: ReturnRouteContext,
  c: Context,
  path: { id: string; hint: string; proof?: string },
): Promise<Response> {
  const { settings } = context;
  const arrival = await receiveCustomer(context, {
    id: path.id,
    proof: path.proof ?? null,
    isPrefetch: isPrefetch(c.req.raw),
  });
  const session = arrival.kind === 'known' ? arrival.session : null;
  const app = arrival.kind === 'known' ? arrival.app : null;
  const { next, isApp } = await onwardFrom(context, session, app);
  const island: Island | null =
    arrival.kind === 'unknown'
      ? null
      : {
          session: path.id,
          merchantOrigins: settings.merchantOrigins,
          hint: parseReturnHint(path.hint),
          statusUrl: `${settings.publicUrl}/session/${path.id}`,
          next,
        };
  const state = stateOf(arrival);
  const ordered = arrival.kind === 'known' ? arrival.language : null;
  const nonce = context.randomHex(16);
  const html = await returnPage({
    state,
    language: chooseLanguage(c, ordered),
    island,
    test: session?.test ?? false,
    shopName: settings.shopName ?? null,
    shopLogo: settings.shopLogo,
    shopStyle: settings.shopStyle,
    backUrl: wayOn(state, next),
    isBackToApp: isApp,
    nonce,
  });
  return new Response(html, {
    status: STATUS[arrival.kind],
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': returnPolicy(nonce, ancestorsOf(settings, arrival), settings.shopLogo),
    },
  });
}

function stateOf(arrival: Arrival): ReturnState {
  if (arrival.kind === 'unknown') return 'unknown';
  if (arrival.kind === 'unclear') return 'slow';
  const { status } = toStatusReply(arrival.session, null);
  if (isFinalStatus(status)) return status;
  return arrival.isProcessing ? 'pending' : 'confirming';
}

/** The link of the page, which customers without JavaScript go on by. */
function wayOn(state: ReturnState, next: Island['next']): string | null {
  switch (state) {
    case 'completed':
      return next.completed ?? next.other;
    case 'failed':
    case 'expired':
      return next.failed;
    case 'confirming':
    case 'slow':
    case 'pending':
      return next.pending ?? next.other;
    case 'unknown':
      return next.other;
  }
}

/** The shop frames the page itself, or the hosted page inside the shop does; no other page may (T31). */
function ancestorsOf(
  { merchantOrigins, gatewayOrigins }: Pick<Settings, 'merchantOrigins' | 'gatewayOrigins'>,
  arrival: Arrival,
): readonly string[] {
  const ancestors = new Set([...merchantOrigins, ...gatewayOrigins]);
  if (arrival.kind === 'known' && arrival.pageOrigin !== null) ancestors.add(arrival.pageOrigin);
  return [...ancestors];
}
