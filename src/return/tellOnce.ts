import type { AppMessage } from '../protocol/page/appMessage.ts';
import { tellApp } from './tellApp.ts';

/** Told by this page, for where the web view keeps nothing. */
const toldHere = new Set<string>();

/** Tells the app that shows this page of a session's outcome, once: a reload is no news. */
export function tellOnce(message: Pick<AppMessage, 'outcome' | 'sessionId' | 'orderReference'>): void {
  const name = `hpp-checkout:told:${message.sessionId}:${message.outcome}`;
  // Two links that are over are two pieces of news.
  const isNamed = message.sessionId !== null;
  if (isNamed && wasTold(name)) return;
  if (!tellApp(message) || !isNamed) return;
  toldHere.add(name);
  try {
    sessionStorage.setItem(name, '');
  } catch {}
}

function wasTold(name: string): boolean {
  try {
    return toldHere.has(name) || sessionStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}
