import { beforeEach, describe, expect, it } from 'vitest';
import { createStatusPoll, type StatusPoll } from '../../src/checkout/statusPoll.ts';
import { parseStatusReply, type SessionStatusReply } from '../../src/protocol/page/status.ts';
import { FakeClock } from '../support/fakeClock.ts';

describe('the status poll', () => {
  let time: FakeClock;
  let asked: number[];
  let replies: SessionStatusReply[];
  let errors: unknown[];
  let online: boolean;
  let answer: (signal: AbortSignal) => Promise<SessionStatusReply>;
  let poll: StatusPoll;
  let random: number;
  let onReply: () => void;

  beforeEach(() => {
    time = new FakeClock();
    asked = [];
    replies = [];
    errors = [];
    online = true;
    random = 0;
    onReply = () => {};
    answer = async () => ({ status: 'open' });
    poll = createStatusPoll({
      ask: (signal) => {
        asked.push(time.monotonic());
        return answer(signal);
      },
      onReply(reply) {
        replies.push(reply);
        onReply();
      },
      onError: (error) => errors.push(error),
      timers: time,
      now: time.monotonic,
      random: () => random,
      isOnline: () => online,
    });
  });

  it('asks at growing distances after the customer came back: 0, 0.5, 1, 2, 4, then 5 s', async () => {
    poll.pollFast();
    await time.advance(23_000);
    expect(asked).toEqual([0, 500, 1500, 3500, 7500, 12_500, 17_500, 22_500]);
  });

  it('T42 asks within 5 s without any message', async () => {
    poll.start();
    await time.advance(11_000);
    expect(asked).toEqual([5000, 10_000]);
  });

  it('T22 asks at most once a second however often it is told to', async () => {
    poll.start();
    for (let at = 0; at < 9_990; at += 10) {
      poll.pollSoon();
      await time.advance(10);
    }
    expect(asked.length).toBeLessThanOrEqual(10);
    for (let i = 1; i < asked.length; i++) {
      expect((asked[i] as number) - (asked[i - 1] as number)).toBeGreaterThanOrEqual(1000);
    }
  });

  it('does not lose a request that comes while it is asking', async () => {
    let reply = (_: SessionStatusReply) => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    poll.pollFast();
    await time.advance(100);
    poll.pollSoon();
    reply({ status: 'open' });
    answer = async () => ({ status: 'completed' });
    await time.advance(900);
    expect(replies).toEqual([{ status: 'open' }, { status: 'completed' }]);
  });

  it('waits as long as the server asks for', async () => {
    answer = async () => ({ status: 'pending', retryAfterMs: 7000 });
    poll.pollFast();
    await time.advance(15_000);
    expect(asked).toEqual([0, 7000, 14_000]);
  });

  it.each([
    ['Infinity', Number.POSITIVE_INFINITY],
    ['more than a timer holds', 2_147_483_648],
    ['NaN', Number.NaN],
    ['negative', -1],
    ['minus Infinity', Number.NEGATIVE_INFINITY],
    ['0', 0],
    ['a text', '5000'],
    ['null', null],
  ])(
    'T74 a server that asks it to wait %s is neither asked without end nor left alone',
    async (_what, ms) => {
      const reply = parseStatusReply({ status: 'pending', retryAfterMs: ms });
      if (!reply.ok) throw new Error(reply.reason);
      answer = async () => reply.value;
      poll.start();
      await time.advance(610_000);
      expect(asked.length).toBeLessThanOrEqual(123);
      expect(asked.length).toBeGreaterThanOrEqual(2);
    },
  );

  it('F29 gives up a question after 5 s, says so, and asks again', async () => {
    answer = () => new Promise(() => {});
    poll.pollFast();
    await time.advance(5000);
    expect(errors).toHaveLength(1);
    await time.advance(500);
    expect(asked).toEqual([0, 5500]);
  });

  it('F29 asks more and more seldom while the server fails, but never stops', async () => {
    answer = () => Promise.reject(new Error('500'));
    poll.pollFast();
    await time.advance(60_000);
    expect(errors.length).toBe(asked.length);
    expect(asked.length).toBeGreaterThan(4);
  });

  it('F28 asks nothing while offline and at once when back', async () => {
    online = false;
    poll.pollFast();
    await time.advance(60_000);
    expect(asked).toEqual([]);
    online = true;
    poll.pollSoon();
    await time.advance(0);
    expect(asked).toEqual([60_000]);
  });

  it('drops a question under way for a younger one', async () => {
    const signals: AbortSignal[] = [];
    answer = (signal) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    poll.pollFast();
    await time.advance(0);
    answer = async () => ({ status: 'completed' });
    poll.pollNow();
    await time.advance(0);
    expect(signals[0]?.aborted).toBe(true);
    expect(replies).toEqual([{ status: 'completed' }]);
    expect(errors, 'to drop one is no failure').toEqual([]);
  });

  it('asks up to a fifth sooner, so that not all customers ask at once', async () => {
    random = 1;
    poll.pollFast();
    await time.advance(11_000);
    expect(asked).toEqual([0, 400, 1200, 2800, 6000, 10_000]);
  });

  it('F29 after each failure waits half a second and up to 1, 2, 4, 8, then 10 s more, and from 1 s again after an answer', async () => {
    random = 1;
    answer = () => Promise.reject(new Error('500'));
    poll.pollFast();
    await time.advance(28_000);
    expect(asked).toEqual([0, 1500, 4000, 8500, 17_000, 27_500]);
    answer = async () => ({ status: 'open' });
    await time.advance(10_000);
    expect(asked.slice(6)).toEqual([38_000]);
    answer = () => Promise.reject(new Error('500'));
    await time.advance(5_600);
    expect(asked.slice(7)).toEqual([42_000, 43_500]);
  });

  it('asks nothing beside a question under way: neither when told to, nor by an earlier plan', async () => {
    answer = () => new Promise(() => {});
    poll.start();
    await time.advance(4_900);
    poll.pollNow();
    poll.start();
    poll.pollSoon();
    expect(time.pending, 'the time of the question').toBe(1);
    await time.advance(4_900);
    expect(asked).toEqual([4_900]);
  });

  it('an answer that comes as it is stopped is not heard', async () => {
    let reply = (_: SessionStatusReply) => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    poll.pollFast();
    await time.advance(0);
    reply({ status: 'completed' });
    poll.stop();
    await time.advance(60_000);
    expect([replies, errors, time.pending]).toEqual([[], [], 0]);
  });

  it('an answer is not heard when it was stopped in the moment in which that came', async () => {
    let reply = (_: SessionStatusReply) => {};
    answer = () => {
      const promise = new Promise<SessionStatusReply>((resolve) => (reply = resolve));
      queueMicrotask(() => void promise.then(() => poll.stop()));
      return promise;
    };
    poll.pollFast();
    await time.advance(0);
    reply({ status: 'completed' });
    await time.advance(60_000);
    expect([replies, errors, time.pending]).toEqual([[], [], 0]);
  });

  it.each([
    ['the end', () => poll.stop(), [0]],
    ['a new question', () => asked.length === 1 && poll.pollNow(), [0, 0, 1000]],
  ])('an answer may lead to %s', async (_, lead, expected) => {
    onReply = lead;
    poll.pollFast();
    await time.advance(1_000);
    expect(asked).toEqual(expected);
    poll.stop();
    expect(time.pending).toBe(0);
  });

  it('has no timer of a question that was answered', async () => {
    poll.pollFast();
    await time.advance(0);
    expect(time.pending, 'the next question').toBe(1);
  });

  it('leaves no timer and hears no answer after the end', async () => {
    let reply = (_: SessionStatusReply) => {};
    answer = () => new Promise((resolve) => (reply = resolve));
    poll.pollFast();
    await time.advance(0);
    poll.stop();
    reply({ status: 'completed' });
    poll.pollSoon();
    poll.start();
    await time.advance(60_000);
    expect(replies).toEqual([]);
    expect(time.pending).toBe(0);
  });
});
