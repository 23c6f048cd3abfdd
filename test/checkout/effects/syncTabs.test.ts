import { expect, it } from 'vitest';
import { syncTabs } from '../../../src/checkout/effects/syncTabs.ts';
import type { State } from '../../../src/checkout/machine.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';

const at = effectFixture();

function start(state: Partial<State>): {
  posted: unknown[];
  hear: (data: unknown) => void;
  isClosed: () => boolean;
} {
  const posted: unknown[] = [];
  let isClosed = false;
  const channel = {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    postMessage: (data: unknown) => posted.push(data),
    close: () => {
      isClosed = true;
    },
  };
  at.start(syncTabs, state, { openTabChannel: () => channel as never });
  return { posted, hear: (data) => channel.onmessage?.({ data }), isClosed: () => isClosed };
}

it('hears of other tabs what they say, and of which session', () => {
  const { hear, posted } = start({ session });
  for (const data of ['here s2', 'news s1', 'here', 'news', 'who s1', 'other s1']) hear(data);
  expect(at.sent).toEqual([
    { type: 'shownByOtherTab', sessionId: 's2' },
    { type: 'newsFromOtherTab', sessionId: 's1' },
    { type: 'shownByOtherTab', sessionId: '' },
    { type: 'newsFromOtherTab', sessionId: '' },
  ]);
  expect(posted).toEqual(['who', 'here s1']);
});

it.each<[string, Partial<State>, unknown[]]>([
  ['shows a page', { session, phase: 'paying' }, ['who', 'here s1']],
  ['has none yet', { session: null, phase: 'creating' }, ['who']],
  ['is covered by another tab', { session, phase: 'openInAnotherTab' }, ['who']],
])('answers who asks: a tab that %s', (_, state, said) => {
  const { hear, posted } = start(state);
  hear('who');
  expect(posted).toEqual(said);
});

it('says what the machine has to say from then on, each once, and closes', () => {
  const first = { type: 'here', sessionId: 's1' } as const;
  const { posted, isClosed } = start({ session, tabMessage: first });
  expect(posted, 'what was said before is not said again').toEqual(['who']);
  at.set({ tabMessage: { type: 'news', sessionId: 's1' } });
  at.set({ slow: true });
  at.set({ tabMessage: null });
  expect(posted).toEqual(['who', 'news s1']);
  expect(isClosed()).toBe(false);
  at.stop();
  expect(isClosed()).toBe(true);
});

it('does without a channel where the browser has none', () => {
  at.start(
    syncTabs,
    { session, tabMessage: { type: 'news', sessionId: 's1' } },
    { openTabChannel: () => undefined },
  );
  expect(at.sent).toEqual([]);
});
