import { beforeEach, expect, it } from 'vitest';
import { modelFixture } from '../support/modelFixture.ts';

/* A bank takes the shop's page away in the moment in which the outcome is known, and not told yet: our history entry is being taken off. */

const at = modelFixture();

beforeEach(() => {
  at.config.presentation = 'modal';
  // A step back that takes its time.
  const history: Pick<History, 'state' | 'pushState' | 'back'> = {
    state: null,
    pushState(state) {
      Object.assign(history, { state });
    },
    back() {},
  };
  Object.assign(at.window, { history });
});

it('F56 a page that is left before the outcome is told keeps the session for resume()', async () => {
  await at.load();
  at.reply = { status: 'completed' };
  at.window.emit('visibilitychange');
  await at.time().advance(0);
  expect([at.phase(), at.endings]).toEqual(['ended', []]);
  at.window.emit('pagehide');
  expect(at.kept).toEqual(['s1']);
});

it('F56 one that comes back from the browser’s page cache tells it itself', async () => {
  await at.load();
  at.reply = { status: 'completed' };
  at.window.emit('visibilitychange');
  await at.time().advance(0);
  at.window.emit('pagehide');
  at.window.emit('pageshow');
  await at.time().advance(500);
  expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  expect(at.kept).toEqual([]);
});

it('F56 a session is kept from its page on until its end is told, whatever takes the window', async () => {
  await at.load();
  expect(at.kept).toEqual(['s1']);
  at.reply = { status: 'completed' };
  at.window.emit('visibilitychange');
  await at.time().advance(500);
  expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  expect(at.kept).toEqual([]);
});
