import { beforeEach, describe, expect, it } from 'vitest';
import { english } from '../../src/view/language/texts.ts';
import { noticeOf } from '../../src/view/notice.ts';
import { settle } from '../support/fakeClock.ts';
import { modelFixture } from '../support/modelFixture.ts';

const at = modelFixture();
const state = () => at.model.state.peek();
const covers = () => noticeOf(state(), english)?.title;
const loads = () => at.events.filter(({ type }) => type === 'load').length;

/** The page goes to another one, and the network is gone: what fires `load` is the browser's own. */
function breakPage(): void {
  at.setOnline(false);
  at.model.frameLoaded();
}

describe('F12 a load while offline is a broken page', () => {
  beforeEach(() => {
    at.config.confirmClose = 'always';
  });

  it('in the first load: covered, not called loaded, and not renewed by the clock', async () => {
    await at.start(at.session(1));
    at.model.frameAttached(at.frame.asWindow);
    breakPage();
    expect([at.phase(), state().broken, loads(), covers()]).toEqual(['loading', true, 0, english.blocked]);
    await at.time().advance(130_000);
    expect([at.phase(), at.requests]).toEqual(['loading', []]);
    // As long as there is no network, nobody is asked.
    expect(at.asked).toEqual([]);
  });

  for (const [phase, reach] of [
    ['loading', () => at.start(at.session(1))],
    ['paying', () => at.load()],
  ] as const) {
    it(`in ${phase}: the server is asked when the network is back, and an unpaid page is renewed in the same dialog`, async () => {
      await reach();
      breakPage();
      expect([at.phase(), covers()]).toEqual([phase, english.blocked]);
      at.answers = [at.session(2)];
      at.setOnline(true);
      expect(covers()).toBe(english.renewing);
      await settle();
      expect(at.asked).toEqual(['s1']);
      expect(at.requests).toEqual([['renew', 's1']]);
      await settle();
      expect([at.phase(), state().frameUrl, state().broken]).toEqual([
        'loading',
        'https://pay.example/2',
        false,
      ]);
      expect(at.endings).toEqual([]);
    });

    it(`in ${phase}: a payment that went through is told`, async () => {
      await reach();
      breakPage();
      at.reply = { status: 'completed', orderReference: 'A-1' };
      at.setOnline(true);
      await settle();
      expect(at.endings).toMatchObject([{ outcome: 'completed', orderReference: 'A-1' }]);
      expect(at.requests).toEqual([]);
    });

    it.each([
      ['expired', { status: 'expired' }],
      ['declined, and may be paid with another card', { status: 'failed', mayRetry: true }],
    ] as const)(`in ${phase}: a page that is %s is renewed`, async (_, reply) => {
      await reach();
      breakPage();
      at.reply = reply;
      at.setOnline(true);
      await settle();
      expect([at.phase(), at.requests]).toEqual(['creating', [['renew', 's1']]]);
    });

    it(`in ${phase}: one that failed for good, and one that is under way, are said`, async () => {
      await reach();
      breakPage();
      at.reply = { status: 'pending' };
      at.setOnline(true);
      await settle();
      expect(at.phase()).toBe('confirming');
      at.reply = { status: 'failed' };
      await at.time().advance(2_000);
      expect(at.endings).toMatchObject([{ outcome: 'failed' }]);
    });
  }

  it('a page that loads after all, or speaks, is none', async () => {
    await at.start(at.session(1));
    at.model.frameAttached(at.frame.asWindow);
    breakPage();
    at.window.emit('message', { isTrusted: true, source: at.frame, origin: 'https://pay.example', data: 0 });
    expect([at.phase(), state().broken, covers()]).toEqual(['paying', false, undefined]);
    breakPage();
    expect(covers()).toBe(english.blocked);
    // Browsers load the failed address again by themselves when the network is back.
    at.setOnline(true);
    at.model.frameLoaded();
    expect([at.phase(), state().broken, covers()]).toEqual(['paying', false, undefined]);
  });

  it('while the customer is asked whether to leave: asked of the server when they stay', async () => {
    await at.load();
    at.model.close();
    breakPage();
    at.setOnline(true);
    await settle();
    expect(at.phase()).toBe('confirmingClose');
    at.model.stay();
    await settle();
    expect([at.phase(), at.requests]).toEqual(['creating', [['renew', 's1']]]);
  });

  it('after the return, the payment is confirmed as ever', async () => {
    await at.load();
    at.window.emit('message', {
      isTrusted: true,
      source: at.frame,
      origin: 'https://shop.example',
      data: { ns: 'hpp-checkout', v: 1, type: 'returned', session: 's1', hint: 'success' },
    });
    breakPage();
    expect([at.phase(), covers()]).toEqual(['confirming', english.confirming]);
    at.reply = { status: 'completed' };
    at.setOnline(true);
    await at.time().advance(2_000);
    expect(at.endings).toMatchObject([{ outcome: 'completed' }]);
  });

  it('of an expired page nothing is offered to go on with, and a fresh one that fails ends it', async () => {
    await at.load();
    at.window.emit('blur');
    await at.time().advance(120_000);
    expect(at.phase()).toBe('expired');
    breakPage();
    expect(noticeOf(state(), english)?.buttons).toEqual([
      [english.startAgain, 'startAgain'],
      [english.close, 'closeNow'],
    ]);
    at.model.keepPaying();
    expect(at.phase()).toBe('expired');
    at.answers = [{ status: 502, body: { code: 'gateway_unavailable' } }];
    at.model.startAgain();
    expect(noticeOf(state(), english)?.buttons).toEqual([]);
    await settle();
    expect(at.endings).toMatchObject([{ error: { code: 'session_create_failed' } }]);
  });

  it('closed while the network is away: not asked for ever', async () => {
    await at.load();
    breakPage();
    at.model.closeNow();
    await at.time().advance(3_000);
    expect(at.endings).toMatchObject([{ outcome: 'closed' }]);
  });
});

describe('signs of life', () => {
  const say = (source: unknown, isTrusted = true) =>
    at.window.emit('message', { isTrusted, source, origin: 'https://any.example', data: 'x' });

  it.each([
    ['a message from the frame', () => say(at.frame)],
    ['the focus in it', () => at.window.emit('blur')],
  ])('%s counts as loaded', async (_, use) => {
    await at.start(at.session(1));
    at.model.frameAttached(at.frame.asWindow);
    expect(at.phase()).toBe('loading');
    use();
    expect([at.phase(), loads()]).toEqual(['paying', 1]);
    await at.time().advance(10_000);
    expect(state().slow).toBe(false);
  });

  it('a message from elsewhere does not', async () => {
    await at.load();
    say(at.window);
    say(at.frame, false);
    say(null);
    await at.time().advance(4_000);
    expect(state().slow).toBe(true);
  });

  it('a sign of life after that takes the button back', async () => {
    await at.load();
    await at.time().advance(4_000);
    expect(state().slow).toBe(true);
    say(at.frame);
    expect(state().slow).toBe(false);
  });
});

describe('a page that refuses framing, as the server has seen', () => {
  it('leads to the full page at once, with no frame', async () => {
    await at.start(at.session(1, { framing: 'refused' }));
    expect(state().frameUrl).toBe('');
    await settle();
    expect([at.went, loads()]).toEqual([['https://pay.example/1'], 0]);
  });

  it('any other word means nothing', async () => {
    await at.start(at.session(1, { framing: 'maybe' }));
    expect(state().frameUrl).toBe('https://pay.example/1');
  });
});
