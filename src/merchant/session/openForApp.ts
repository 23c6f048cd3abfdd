import type { AppReturnUrls } from '../appReturnUrls.ts';
import { newEvent } from '../observe/events.ts';
import type { OrderFacts } from '../options.ts';
import { appOf } from '../record/appOf.ts';
import type { OpenRequest, OpenResult } from './openResult.ts';
import { type OpenSessionContext, openSession } from './openSession.ts';

export interface OpenForAppContext extends OpenSessionContext {
  readonly settings: { readonly appReturnUrls: AppReturnUrls };
}

/**
 * `openSession`, and notes in the session's log which app the customer goes back to. A page that is handed out again leads to
 * whoever asked for it last. Noted before the page is handed out; without apps nothing is read or written.
 */
export async function openForApp(
  context: OpenForAppContext,
  order: OrderFacts,
  request: OpenRequest,
): Promise<OpenResult> {
  const { store, settings } = context;
  const result = await openSession(context, order, request);
  if (result.kind !== 'session' || settings.appReturnUrls.size === 0) return result;
  const { sessionId } = result.session;
  const app = request.app ?? null;
  if (appOf(await store.listEvents(sessionId)) !== app)
    await store.addEvents(sessionId, [newEvent('app_chosen', { app })]);
  return result;
}
