import type { TimelineEvent } from '../../server/playground/timeline.ts';
import type { HeardEvent } from '../../shop/listenToCheckout.ts';
import { BROWSER_WORDS, GATEWAY_WORDS, type Mood, SERVER_WORDS, type Words } from './eventTexts.ts';

export type Source = 'browser' | 'server' | 'gateway';

/** One line of the timeline. */
export interface Entry {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  source: Source;
  type: string;
  text: string;
  mood: Mood;
  /** Names and values for those who want to look closer. */
  facts: Readonly<Record<string, unknown>>;
  correlationId: string | null;
  /** How often it happened in a row. */
  times: number;
}

let heard = 0;

/** An event of the widget in the shop's page. */
export function entryOfHeard({ type, at, detail }: HeardEvent): Entry {
  return entry({ id: `browser-${at}-${++heard}`, at, source: 'browser', type }, BROWSER_WORDS, detail, null);
}

/** An event of the shop's handler or of the gateway. */
export function entryOfServer(event: TimelineEvent): Entry {
  const { sequence, at, source, type, data, correlationId, sessionId, pspId, orderReference } = event;
  const names = { orderReference, sessionId, correlationId, pspId };
  const known = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));
  const words = source === 'server' ? SERVER_WORDS : GATEWAY_WORDS;
  return entry({ id: `server-${sequence}`, at, source, type }, words, { ...data, ...known }, correlationId);
}

function entry(
  head: Pick<Entry, 'id' | 'at' | 'source' | 'type'>,
  words: Words,
  facts: Readonly<Record<string, unknown>>,
  correlationId: string | null,
): Entry {
  const { text, mood = 'plain' } = words[head.type]?.(facts) ?? { text: head.type.replaceAll(/[._]/g, ' ') };
  return { ...head, text, mood, facts, correlationId, times: 1 };
}
