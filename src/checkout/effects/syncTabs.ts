import type { State, TabMessage } from '../machine.ts';
import { type Effect, onChange } from './effect.ts';

/** The session whose page this tab shows. */
const shownHere = ({ phase, session }: State) =>
  phase === 'openInAnotherTab' ? undefined : session?.sessionId;

/*
 * Tabs of one shop, on one `BroadcastChannel`. Messages are strings: `who`, `here <session>`, `news <session>`.
 *
 * 1. A tab that opens asks `who`; each tab that shows a page answers `here`.
 * 2. `here` is also sent when the customer wants to pay in this tab after all; the other one then covers its page.
 * 3. `news` leads to one status check.
 *
 * Any script of the shop can send all this (T49). It can cover a page with a question, and cause a status check.
 */
export const syncTabs: Effect = ({ openTabChannel, started, state, send }) => {
  const channel = openTabChannel();
  if (channel === undefined) return;
  const post = ({ type, sessionId }: TabMessage) => channel.postMessage(`${type} ${sessionId}`);

  channel.onmessage = ({ data }) => {
    if (typeof data !== 'string') return;
    const [type, sessionId = ''] = data.split(' ');
    const shown = shownHere(state.peek());
    if (type === 'who' && shown) post({ type: 'here', sessionId: shown });
    if (type === 'here') send({ type: 'shownByOtherTab', sessionId });
    if (type === 'news') send({ type: 'newsFromOtherTab', sessionId });
  };
  channel.postMessage('who');
  const ignore = onChange(state, 'tabMessage', (message) => {
    if (message && message !== started.tabMessage) post(message);
  });
  return () => {
    ignore();
    channel.close();
  };
};
