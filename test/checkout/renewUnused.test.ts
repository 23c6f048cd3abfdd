import { describe, expect, it } from 'vitest';
import { NAMESPACE, returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import { settle } from '../support/fakeClock.ts';
import { type ModelFixture, modelFixture } from '../support/modelFixture.ts';

/*
 * A page that nobody has used gets a fresh one when its two minutes are over, without a question. What may have been filled in
 * is never replaced.
 */

const GATEWAY = 'https://pay.example';
const size = { ns: NAMESPACE, v: 1, type: 'size', height: 500 };
const over = (contentWindow: unknown) => ({ composedPath: () => [{ contentWindow }] });

const setHidden = (at: ModelFixture, hidden: boolean) => {
  (at.window.asWindow.document as { hidden: boolean }).hidden = hidden;
  at.window.emit('visibilitychange');
};

/** The next session's page, loaded. */
async function loadNext(at: ModelFixture): Promise<void> {
  await settle();
  at.model.frameAttached(at.frame.asWindow);
  at.model.frameLoaded();
}

const shown = (at: ModelFixture) => {
  const { phase, frameUrl } = at.model.state.peek();
  return `${phase} ${frameUrl.split('/').at(-1)}`;
};

describe('when the two minutes are over', () => {
  const at = modelFixture();

  it.each<[string, (at: ModelFixture) => void]>([
    ['nobody has been there', () => {}],
    ['the page has said how high it is', () => at.window.message(size, GATEWAY, at.frame)],
    [
      'a pointer rests where the frame has come to stand',
      () => at.window.emit('pointerover', over(at.frame)),
    ],
    [
      'a pointer goes over the dialog, and not over the frame',
      () => {
        at.window.emit('pointermove');
        at.window.emit('pointerover', over(undefined));
      },
    ],
    ['another frame of the shop speaks', () => at.window.message('hello', GATEWAY, at.window)],
  ])('%s: a fresh page, by itself', async (_name, happen) => {
    await at.load();
    happen(at);
    at.answers = [at.session(2, { expiresInMs: 600_000 })];
    await at.time().advance(121_000);
    await loadNext(at);
    expect(shown(at)).toBe('paying 2');
    expect(at.requests).toEqual([['renew', 's1']]);
    expect(
      at.events.some(({ type, ...more }) => type === 'phase' && 'phase' in more && more.phase === 'renewing'),
    ).toBe(false);
  });

  it.each<[string, (at: ModelFixture) => void]>([
    ['the focus was in the page', () => at.window.emit('blur')],
    ['the page has sent a message', () => at.window.message({ typed: 1 }, GATEWAY, at.frame)],
    [
      'a pointer was over the page',
      () => {
        at.window.emit('pointermove');
        at.window.emit('pointerover', over(at.frame));
      },
    ],
    ['the tab is in the background', () => setHidden(at, true)],
  ])('%s: the page stays, and the customer is asked', async (_name, happen) => {
    await at.load();
    happen(at);
    await at.time().advance(121_000);
    expect(shown(at)).toBe('expired 1');
    expect(at.requests).toEqual([]);
  });

  it('a tab that was in the background has a fresh page when it is looked at', async () => {
    await at.load();
    setHidden(at, true);
    await at.time().advance(300_000);
    expect(at.requests).toEqual([]);
    at.answers = [at.session(2)];
    setHidden(at, false);
    await loadNext(at);
    expect(shown(at)).toBe('paying 2');
  });

  it('one that is paid meanwhile is paid', async () => {
    await at.load();
    at.answers = [{ status: 409, body: { code: 'already_completed', sessionId: 's1' } }];
    await at.time().advance(121_000);
    await settle();
    expect(at.endings).toMatchObject([{ outcome: 'completed', sessionId: 's1' }]);
  });

  it('one that the customer is back from is waited for', async () => {
    await at.load();
    at.window.message(returnedMessage('s1', 'success'), 'https://shop.example', at.frame);
    await at.time().advance(50_000);
    at.reply = { status: 'expired' };
    await at.time().advance(10_000);
    expect(shown(at)).toBe('expired 1');
  });

  it('twice, then the customer is asked: a tab that was left open makes no sessions for ever', async () => {
    await at.load();
    for (const n of [2, 3]) {
      at.answers = [at.session(n)];
      await at.time().advance(121_000);
      await loadNext(at);
    }
    expect(shown(at)).toBe('paying 3');
    await at.time().advance(3_600_000);
    expect(shown(at)).toBe('expired 3');
    expect(at.requests).toHaveLength(2);
  });
});
