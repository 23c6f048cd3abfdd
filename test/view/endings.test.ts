import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CheckoutError } from '../../src/checkout/checkoutError.ts';
import { firstState, type State } from '../../src/checkout/machine.ts';
import type { Outcome } from '../../src/protocol/page/outcome.ts';
import { english } from '../../src/view/language/texts.ts';
import { noticeOf } from '../../src/view/notice.ts';

/*
 * The docs' two tables, the dialog's words and the journeys hold each other: a row says what the code says, and names a state
 * that a customer is led into in a browser (`e2e/widget/states.test.ts`), where it is seen, spoken, measured and left by keyboard.
 */

const docs = readFileSync('demo/docs/widget.md', 'utf8');
const states = readFileSync('test/e2e/widget/states.test.ts', 'utf8');

/** The cells of a table's rows, by the comment above it. */
function rowsOf(name: string): string[][] {
  const [, table = ''] = docs.split(`<!-- ${name} -->`)[1]?.split('\n\n') ?? [];
  const [, , ...rows] = table.split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Each row's state among those that are walked in a browser. */
const JOURNEYS: Record<string, string> = {
  paid: 'completed',
  'the bank refused': 'declined',
  'cancelled on the page': 'cancelled',
  'not paid, and the server does not say why': 'failed',
  'finished on the page, and the money comes later: a voucher, a transfer': 'pending, the money comes later',
  'finished on the page, and nobody has known the end for a minute': 'pending',
  'closed while the page is in use': 'asked whether they mean to leave',
  "the page's two minutes are over, and it was in use": 'expired',
  'the same, and the server is certain that nothing was paid': 'expired for certain',
  "the order's page is open in another tab": 'paid in another tab',
  'the page may not be shown in a frame': 'blocked',
  'nothing has loaded for seconds': 'slow',
  'offline while paying': 'offline',
  'the outcome takes long': 'still confirming',
  'there is no page to open: the server does not answer': 'could not be opened',
  'the same, without a network': 'could not be opened, offline',
  'the same, and trying again would not help': 'configuration error',
};

const failed = (...error: ConstructorParameters<typeof CheckoutError>): Partial<State> => ({
  phase: 'ended',
  ending: { error: new CheckoutError(...error), sessionId: null },
});
const inPage = { frameUrl: 'https://pay.example/1', loaded: true };
/** What makes the dialog say a trouble; those that stand in its footer are told by their words alone. */
const TROUBLES: Record<string, Partial<State> | readonly string[]> = {
  'asked whether they mean to leave': { ...inPage, phase: 'confirmingClose' },
  expired: { ...inPage, phase: 'expired' },
  'expired for certain': { ...inPage, phase: 'expired', expiredOnServer: true },
  'paid in another tab': { phase: 'openInAnotherTab' },
  blocked: { ...inPage, phase: 'loading', blockedBy: 'frame-src' },
  slow: [english.slow, english.fullPage],
  offline: [english.offline, ''],
  'still confirming': { ...inPage, phase: 'confirming', slow: true },
  'could not be opened': failed('session_create_failed', 'HTTP 500'),
  'could not be opened, offline': failed('offline', 'session'),
  'configuration error': failed('config_invalid', 'session'),
};

/** As the docs write it: a sentence without a sign at its end gets a full stop. */
const written = (...sentences: (string | undefined)[]) =>
  sentences
    .filter((sentence) => sentence !== undefined)
    .map((sentence, at, all) => (at < all.length - 1 && !/[?…]$/.test(sentence) ? `${sentence}.` : sentence))
    .join(' ');

const endings = rowsOf('endings');
const troubles = rowsOf('troubles');

it('the docs have six ends and eleven troubles, and each is a journey in a browser', () => {
  expect([endings.length, troubles.length]).toEqual([6, 11]);
  expect([...endings, ...troubles].map(([name]) => name)).toEqual(Object.keys(JOURNEYS));
  for (const state of Object.values(JOURNEYS))
    expect(states).toMatch(new RegExp(`^  (?:'${state}'|${state}): \\{$`, 'm'));
});

describe('the docs say what the dialog says at each end', () => {
  it.each(endings)('%s', (_name, says, ended = '') => {
    const [outcome, reason] = [...ended.matchAll(/\w+/g)].map(([word]) => word);
    const ending = {
      outcome: outcome as Outcome,
      sessionId: 's',
      ...(reason !== undefined && { reason: reason as 'declined' }),
    };
    const notice = noticeOf({ ...firstState, phase: 'ended', ending }, english);
    expect(written(notice?.title, notice?.text)).toBe(says);
  });
});

describe('the docs say what the dialog says in each trouble, and what can be pressed', () => {
  it.each(troubles)('%s', (name, says, buttons) => {
    const trouble = TROUBLES[JOURNEYS[name as string] as string] ?? [];
    if (Array.isArray(trouble)) return expect(trouble).toEqual([says, buttons]);
    const notice = noticeOf({ ...firstState, ...trouble }, english);
    const labels = notice?.buttons.map(([label]) => label).join(', ');
    expect([written(notice?.title, notice?.text), labels]).toEqual([says, buttons]);
  });
});
