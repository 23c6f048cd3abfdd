import { MerchantError } from '../../gateway/merchantError.ts';
import type { Island } from '../../protocol/page/returnIsland.ts';
import { assertWebUrl } from '../addresses.ts';
import { appAddress } from '../appReturnUrls.ts';
import type { Logger } from '../observe/logger.ts';
import type { ContinueUrl } from '../options.ts';
import { fillPlaceholders, hasPlaceholders } from '../placeholders.ts';
import type { Settings } from '../settings.ts';
import { callMerchant } from '../shop/callMerchant.ts';
import type { SessionRecord } from '../store/contract.ts';

export interface NextUrlsContext {
  readonly settings: Pick<
    Settings,
    'successUrl' | 'failureUrl' | 'pendingUrl' | 'continueUrl' | 'appReturnUrls' | 'publicUrl' | 'limits'
  >;
  readonly log: Logger;
}

/** Where the page goes on to. */
export interface Onward {
  next: Island['next'];
  /** The addresses are an app's. */
  isApp: boolean;
}

/**
 * Where to go on to: configured addresses only, so that nobody can have us send the customer elsewhere (T17). An app has one
 * address for every outcome: it asks its server.
 *
 * @param app the app's name, where one asked for the page.
 */
export async function onwardFrom(
  context: NextUrlsContext,
  session: SessionRecord | null,
  app: string | null,
): Promise<Onward> {
  const address =
    session === null
      ? null
      : appAddress(context.settings.appReturnUrls, app, {
          orderReference: session.orderReference,
          sessionId: session.id,
        });
  if (address === null) return { next: await nextUrls(context, session), isApp: false };
  return { next: { completed: address, failed: address, pending: address, other: address }, isApp: true };
}

async function nextUrls(
  { settings, log }: NextUrlsContext,
  session: SessionRecord | null,
): Promise<Island['next']> {
  const names = session === null ? null : { sessionId: session.id, orderReference: session.orderReference };
  const resolve = async (
    name: 'successUrl' | 'failureUrl' | 'pendingUrl' | 'continueUrl',
  ): Promise<string | null> => {
    const url: ContinueUrl | undefined = settings[name];
    if (url === undefined) return null;
    try {
      if (typeof url === 'string') {
        if (names === null) return hasPlaceholders(url) ? null : assertWebUrl(name, url, settings.publicUrl);
        return assertWebUrl(name, fillPlaceholders(url, names), settings.publicUrl);
      }
      if (names === null) return null;
      const text = await callMerchant(
        { name, limitMs: settings.limits.answerTimeoutMs, limitName: 'limits.answerTimeoutMs' },
        async () => textOf(name, await url(names)),
      );
      return assertWebUrl(name, text, settings.publicUrl);
    } catch (error) {
      log.error(
        { err: error, sessionId: session?.id },
        `${name} gave no address; the return page goes without`,
      );
      return null;
    }
  };
  const [success, failure, pending, other] = await Promise.all([
    resolve('successUrl'),
    resolve('failureUrl'),
    resolve('pendingUrl'),
    resolve('continueUrl'),
  ]);
  return { completed: success ?? other, failed: failure ?? other, pending, other: other ?? failure };
}

/** A `URL` will do; "undefined" or "[object Object]" would be resolved against `publicUrl` and lead nowhere. */
function textOf(name: string, answer: unknown): string {
  if (typeof answer === 'string' && answer !== '') return answer;
  if (answer instanceof URL) return answer.href;
  const what = answer === null ? 'null' : answer === '' ? 'an empty text' : typeof answer;
  throw new MerchantError(name, `answered with ${what}. Expected an http(s) address.`);
}
