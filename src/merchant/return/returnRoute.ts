import { parseReturnHint } from '../../protocol/page/frameMessage.ts';
import { isFinalStatus } from '../../protocol/page/outcome.ts';
import type { ContinueUrl } from '../options.ts';
import type { Parts } from '../parts.ts';
import { isOurId } from '../session/isOurId.ts';
import { assertWebUrl } from '../settings.ts';
import type { Settler } from '../settle/settler.ts';
import { toStatusReply } from '../status/statusRoute.ts';
import type { SessionRecord } from '../store/contract.ts';
import { chooseLanguage } from './chooseLanguage.ts';
import { markReturned } from './markReturned.ts';
import { type ReturnState, returnPage, returnPolicy } from './returnPage.ts';

/**
 * `GET|POST /return/:id/:hint`: where the hosted page sends the customer. Says who comes back and no more: the query,
 * a posted body and the hint in the path change nothing but a waiting text (T8). It notes that the customer is back and
 * has the gateway asked.
 */
export async function returnRoute(
  parts: Parts,
  settler: Settler,
  request: Request,
  path: { id: string; hint: string },
): Promise<Response> {
  const { settings, store } = parts;
  const stored = isOurId(path.id) ? await store.getSession(path.id) : null;
  const session = stored === null ? null : await markReturned(parts, stored);
  if (session !== null && stored?.value.status !== 'completed') {
    parts.background('look after a return', lookAfterReturn(settler, session.id));
  }
  const events = session === null ? [] : await store.listEvents(session.id);
  const ordered = factOf(events, 'session_created', 'language');
  const language = chooseLanguage(ordered, request.headers.get('accept-language'));
  const pageOrigin = factOf(events, 'session_opened', 'pageOrigin');
  const nonce = parts.randomHex(16);
  const hint = parseReturnHint(path.hint);
  const urls = await nextUrls(parts, session);

  const html = returnPage({
    state: session === null ? 'unknown' : stateOf(session),
    language,
    hint,
    test: session?.test ?? false,
    shopName: settings.shopName ?? null,
    backUrl: urls.other,
    nonce,
    island:
      session === null
        ? null
        : {
            session: session.id,
            merchantOrigins: settings.merchantOrigins,
            hint,
            statusUrl: `${settings.publicUrl}/session/${session.id}`,
            next: urls,
          },
  });
  const ancestors = new Set([...settings.merchantOrigins, ...settings.gatewayOrigins]);
  if (pageOrigin !== null) ancestors.add(pageOrigin);
  return new Response(html, {
    status: session === null ? 404 : 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': returnPolicy(nonce, [...ancestors]),
    },
  });
}

async function lookAfterReturn(settler: Settler, id: string): Promise<void> {
  const look = await settler.look(id, 'gently');
  if (look !== null && look !== 'busy') await look.rest;
}

function stateOf(session: SessionRecord): ReturnState {
  const { status } = toStatusReply(session, null);
  return isFinalStatus(status) ? status : 'confirming';
}

function factOf(
  events: readonly { type: string; data: Readonly<Record<string, unknown>> }[],
  type: string,
  name: string,
): string | null {
  const value = events.find((event) => event.type === type)?.data[name];
  return typeof value === 'string' ? value : null;
}

/** Configured addresses only, so that nobody can have us send the customer elsewhere (T17). */
async function nextUrls({ settings }: Parts, session: SessionRecord | null) {
  const { successUrl, failureUrl, continueUrl } = settings;
  const resolve = async (name: string, url: ContinueUrl | undefined): Promise<string | null> => {
    if (url === undefined) return null;
    if (typeof url === 'string') return assertWebUrl(name, url, settings.publicUrl);
    if (session === null) return null;
    const { id: sessionId, orderReference } = session;
    return assertWebUrl(name, await url({ sessionId, orderReference }), settings.publicUrl);
  };
  const other = await resolve('continueUrl', continueUrl);
  return {
    completed: (await resolve('successUrl', successUrl)) ?? other,
    failed: (await resolve('failureUrl', failureUrl)) ?? other,
    other: other ?? (await resolve('failureUrl', failureUrl)),
  };
}
