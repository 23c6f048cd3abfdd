import { describe, expect, it } from 'vitest';
import { english } from '../../src/view/language/texts.ts';
import { noticeOf } from '../../src/view/notice.ts';
import { modelFixture } from '../support/modelFixture.ts';

const at = modelFixture();
const state = () => at.model.state.peek();
const loads = () => at.events.filter(({ type }) => type === 'load').length;

/** The frame's address, as its page's own origin may read it, and any other may not. */
function showFrame(href: string, isForeign = false): void {
  const location = {
    get href() {
      if (isForeign)
        throw new DOMException('Blocked a frame from accessing a cross-origin frame.', 'SecurityError');
      return href;
    },
  };
  Object.defineProperty(at.frame, 'location', { value: location, configurable: true });
}

async function start(): Promise<void> {
  showFrame('about:blank');
  await at.start(at.session(1));
  at.model.frameAttached(at.frame.asWindow);
}

describe('F10 a page that has come, and fires no load', () => {
  it.each([
    ['of another origin', 'https://pay.example/1', true],
    ['of the shop’s own', 'https://shop.example/pay', false],
  ])('%s is shown two seconds later, and called loaded once', async (_, href, isForeign) => {
    await start();
    await at.time().advance(1_000);
    showFrame(href, isForeign);
    await at.time().advance(2_000);
    expect([at.phase(), loads()]).toEqual(['loading', 0]);
    await at.time().advance(250);
    expect([at.phase(), loads()]).toEqual(['paying', 1]);
    at.model.frameLoaded();
    expect(loads()).toBe(1);
  });

  it('is offered in full page when nobody has touched it for four seconds more', async () => {
    await start();
    showFrame('https://pay.example/1', true);
    await at.time().advance(200 + 2_000 + 3_999);
    expect([at.phase(), state().slow]).toEqual(['paying', false]);
    await at.time().advance(1);
    expect(state().slow).toBe(true);
  });

  it('F12 is covered while there is no network: it is the browser’s own', async () => {
    await start();
    at.setOnline(false);
    showFrame('https://pay.example/1', true);
    await at.time().advance(2_250);
    expect([at.phase(), loads(), noticeOf(state(), english)?.title]).toEqual(['loading', 0, english.blocked]);
  });

  it('is waited for as long as nothing has come', async () => {
    await start();
    await at.time().advance(7_999);
    expect([at.phase(), state().slow]).toEqual(['loading', false]);
    await at.time().advance(1);
    expect([at.phase(), state().slow]).toEqual(['loading', true]);
  });
});
