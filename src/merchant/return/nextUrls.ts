import type { Island } from '../../protocol/page/returnIsland.ts';
import type { ContinueUrl } from '../options.ts';
import type { Parts } from '../parts.ts';
import { assertWebUrl } from '../settings.ts';
import type { SessionRecord } from '../store/contract.ts';

/** Where to go on to: configured addresses only, so that nobody can have us send the customer elsewhere (T17). */
export async function nextUrls(
  { settings, log }: Parts,
  session: SessionRecord | null,
): Promise<Island['next']> {
  const resolve = async (name: 'successUrl' | 'failureUrl' | 'continueUrl'): Promise<string | null> => {
    const url: ContinueUrl | undefined = settings[name];
    if (url === undefined || (typeof url !== 'string' && session === null)) return null;
    try {
      const text = typeof url === 'string' || session === null ? url : await url(namesOf(session));
      return assertWebUrl(name, String(text), settings.publicUrl);
    } catch (error) {
      log.error(
        { err: error, sessionId: session?.id },
        `${name} gave no address; the return page goes without`,
      );
      return null;
    }
  };
  const [success, failure, other] = [
    await resolve('successUrl'),
    await resolve('failureUrl'),
    await resolve('continueUrl'),
  ];
  return { completed: success ?? other, failed: failure ?? other, other: other ?? failure };
}

function namesOf({ id: sessionId, orderReference }: SessionRecord): {
  sessionId: string;
  orderReference: string;
} {
  return { sessionId, orderReference };
}
