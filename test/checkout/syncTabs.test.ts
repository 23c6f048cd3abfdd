import { describe, expect, it } from 'vitest';
import { settle } from '../support/fakeClock.ts';
import { modelFixture } from '../support/modelFixture.ts';

/** The shop's channel as one tab has it: what it sends, and a way to be sent something. */
class FakeChannel {
  readonly sent: unknown[] = [];
  isClosed = false;
  onmessage: ((event: { data: unknown }) => void) | null = null;

  postMessage(data: unknown): void {
    this.sent.push(data);
  }

  close(): void {
    this.isClosed = true;
  }

  hear(data: unknown): void {
    this.onmessage?.({ data });
  }
}

describe('tabs of one shop', () => {
  const fixture = modelFixture();
  function openChannel(): FakeChannel {
    const channel = new FakeChannel();
    fixture.channel = channel as unknown as BroadcastChannel;
    return channel;
  }

  it('a tab that opens asks who is there, and answers when it shows a page', async () => {
    const channel = openChannel();
    await fixture.start();
    expect(channel.sent).toEqual(['who']);
    channel.hear('who');
    expect(channel.sent, 'it has no session to name').toEqual(['who']);
  });

  it('names the session that it shows, to who asks', async () => {
    const channel = openChannel();
    await fixture.load();
    channel.hear('who');
    expect(channel.sent).toEqual(['who', 'here s1']);
  });

  it('is covered when another tab shows the session, is silent then, and takes it back', async () => {
    const channel = openChannel();
    await fixture.load();
    channel.hear('here s2');
    expect(fixture.phase(), 'another order').toBe('paying');
    channel.hear('here s1');
    expect(fixture.phase()).toBe('openInAnotherTab');
    channel.hear('who');
    expect(channel.sent, 'the other tab answers').toEqual(['who']);
    fixture.model.keepPaying();
    expect(fixture.phase()).toBe('paying');
    expect(channel.sent).toEqual(['who', 'here s1']);
  });

  it('T49 news of its own session leads to a status check, and to nothing else', async () => {
    const channel = openChannel();
    await fixture.load();
    await fixture.time().advance(30_000);
    const before = fixture.asked.length;
    channel.hear('news s2');
    await fixture.time().advance(0);
    await settle();
    expect(fixture.asked, 'of another session').toHaveLength(before);
    channel.hear('news s1');
    await fixture.time().advance(1_000);
    await settle();
    expect(fixture.asked.length).toBeGreaterThan(before);
    expect(fixture.asked.every((session) => session === 's1')).toBe(true);
    expect(fixture.phase()).toBe('paying');
    expect(fixture.endings).toEqual([]);
  });

  it.each([undefined, null, 5, {}, ['here s1'], '', 'here', 'HERE s1', 'close s1', 'here  s1'])(
    'T49 takes nothing else for a message: %j',
    async (data) => {
      const channel = openChannel();
      await fixture.load();
      const before = fixture.model.state.peek();
      channel.hear(data);
      const { shownByOtherTabs, ...after } = fixture.model.state.peek();
      expect({ ...after, shownByOtherTabs: before.shownByOtherTabs }).toEqual(before);
      expect(shownByOtherTabs).not.toContain('s1');
      expect(channel.sent).toEqual(['who']);
    },
  );

  it('tells the others of an outcome, then closes the channel', async () => {
    const channel = openChannel();
    await fixture.load();
    fixture.reply = { status: 'completed' };
    channel.hear('news s1');
    await fixture.time().advance(1_000);
    await settle();
    expect(fixture.endings).toEqual([{ outcome: 'completed', sessionId: 's1' }]);
    expect(channel.sent).toEqual(['who', 'news s1']);
    expect(channel.isClosed).toBe(true);
  });

  it('does without a channel where the browser has none', async () => {
    await fixture.load();
    expect(fixture.phase()).toBe('paying');
  });
});
