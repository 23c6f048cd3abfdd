import type { BrowserEvent } from '../../shop/checkout/listenToCheckout.ts';
import type { TimelineEvent } from '../../wire/timelineEvent.ts';
import {
  BROWSER_EVENT_TEXTS,
  type EventTexts,
  GATEWAY_EVENT_TEXTS,
  SERVER_EVENT_TEXTS,
  type Tone,
} from './eventTexts.ts';

export type Source = 'browser' | 'server' | 'gateway';

/** One entry of the timeline. */
export interface Entry {
  /** Unique even when a server has started again and counts its events from one. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  source: Source;
  type: string;
  text: string;
  tone: Tone;
  /** The details, which a click on the entry unfolds. */
  facts: Readonly<Record<string, unknown>>;
  correlationId: string | null;
  /** How often it happened in a row. */
  times: number;
}

let count = 0;

/** An event in the shop's page. */
export function entryOfBrowserEvent({ type, at, detail }: BrowserEvent): Entry {
  return entry(
    { id: `browser-${at}-${++count}`, at, source: 'browser', type },
    BROWSER_EVENT_TEXTS,
    detail,
    null,
  );
}

/** An event of the shop's handler or of the gateway. */
export function entryOfServerEvent(event: TimelineEvent): Entry {
  const { sequence, at, source, type, data, correlationId, sessionId, pspId, orderReference } = event;
  const names = { orderReference, sessionId, correlationId, pspId };
  const known = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));
  const texts = source === 'server' ? SERVER_EVENT_TEXTS : GATEWAY_EVENT_TEXTS;
  return entry(
    { id: `server-${at}-${sequence}`, at, source, type },
    texts,
    { ...data, ...known },
    correlationId,
  );
}

function entry(
  head: Pick<Entry, 'id' | 'at' | 'source' | 'type'>,
  texts: EventTexts,
  facts: Readonly<Record<string, unknown>>,
  correlationId: string | null,
): Entry {
  const { text, tone = 'plain' } = texts[head.type]?.(facts) ?? { text: head.type.replaceAll(/[._]/g, ' ') };
  return { ...head, text, tone, facts, correlationId, times: 1 };
}
