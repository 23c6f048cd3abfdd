import { beforeEach, expect, it } from 'vitest';
import { pollStatus } from '../../../src/checkout/effects/pollStatus.ts';
import type { SessionStatusReply } from '../../../src/protocol/page/status.ts';
import { effectFixture, session } from '../../support/effectFixture.ts';

const at = effectFixture();
let answer: () => Promise<SessionStatusReply>;
let asked: { session: unknown; at: number }[];

beforeEach(() => {
  answer = async () => ({ status: 'open' });
  asked = [];
});

function start(state: Parameters<typeof at.start>[1]): void {
  at.start(pollStatus, state, {
    ask: (of) => {
      asked.push({ session: of, at: at.window.clock.monotonic() });
      return answer();
    },
  });
}
const times = () => asked.map((each) => each.at);

it('asks nothing before the machine wants to know', async () => {
  start({ session, poll: null });
  await at.window.clock.advance(60_000);
  expect(asked).toEqual([]);
});

it('asks of the session in the way the machine wants, and again when it wants so again', async () => {
  start({ session, poll: { how: 'start' } });
  await at.window.clock.advance(5_000);
  expect(asked).toEqual([{ session, at: 5_000 }]);
  at.set({ poll: { how: 'pollNow' } });
  at.set({ slow: true });
  await at.window.clock.advance(0);
  expect(times()).toEqual([5_000, 5_000]);
  at.set({ poll: { how: 'pollFast' } });
  await at.window.clock.advance(1_500);
  expect(times()).toEqual([5_000, 5_000, 6_000, 6_500]);
});

it('tells each answer, and whether the customer may be looking', async () => {
  start({ session, poll: { how: 'pollNow' } });
  await at.window.clock.advance(0);
  at.window.document.hidden = true;
  answer = async () => ({ status: 'completed', orderReference: 'A-1' });
  at.set({ poll: { how: 'pollNow' } });
  await at.window.clock.advance(0);
  expect(at.sent).toEqual([
    { type: 'status', reply: { status: 'open' }, visible: true },
    { type: 'status', reply: { status: 'completed', orderReference: 'A-1' }, visible: false },
  ]);
});

it('F29 tells why a question failed', async () => {
  const cause = new Error('500');
  answer = () => Promise.reject(cause);
  start({ session, poll: { how: 'pollNow' } });
  await at.window.clock.advance(0);
  expect(at.sent).toEqual([{ type: 'statusFailed', cause }]);
});

it('F28 asks nothing without a network', async () => {
  at.window.navigator.onLine = false;
  start({ session, poll: { how: 'pollNow' } });
  await at.window.clock.advance(60_000);
  expect(asked).toEqual([]);
});

it('has nothing to ask about without a session', async () => {
  start({ session: null, poll: { how: 'pollNow' } });
  await at.window.clock.advance(60_000);
  expect([asked, at.sent]).toEqual([[], []]);
});
