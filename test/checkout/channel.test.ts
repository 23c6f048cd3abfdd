import { beforeEach, describe, expect, it } from 'vitest';
import { openChannel } from '../../src/checkout/channel.ts';
import { ackMessage, returnedMessage } from '../../src/protocol/page/frameMessage.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

const SHOP = 'https://shop.example';
const session = 'a'.repeat(32);
const good = returnedMessage(session, 'success');

describe('the message gates', () => {
  let shop: FakeWindow;
  let frame: FakeWindow;
  let heard: string[];
  let close: () => void;

  beforeEach(() => {
    shop = new FakeWindow();
    frame = new FakeWindow(shop.clock, shop);
    heard = [];
    close = openChannel({
      window: shop.asWindow,
      frame: frame.asWindow,
      origins: [SHOP],
      session,
      onReturned: (hint) => heard.push(hint),
    });
  });

  it('hears its own frame and answers it, to its exact origin', () => {
    shop.message(good, SHOP, frame);
    expect(heard).toEqual(['success']);
    expect(frame.posted).toEqual([{ data: ackMessage(session), origin: SHOP }]);
  });

  it('hears a return page up to eight frames below, and no deeper', () => {
    let at = frame;
    for (let depth = 1; depth <= 8; depth++) at = new FakeWindow(shop.clock, at);
    shop.message(good, SHOP, at);
    expect(heard).toEqual(['success']);
    shop.message(good, SHOP, new FakeWindow(shop.clock, at));
    expect(heard).toHaveLength(1);
  });

  it('T7 hears no script of the page itself', () => {
    shop.message(good, SHOP, frame, false);
    expect(heard).toEqual([]);
  });

  it.each([
    'https://evil.example',
    'null',
    '',
    'https://shop.example:444',
    'https://shop.example.evil.example',
  ])('T7 hears no other origin: %o', (origin) => {
    shop.message(good, origin, frame);
    expect(heard).toEqual([]);
  });

  it('T18 hears no detached frame: its source is null, and null is never our frame', () => {
    shop.message(good, SHOP, null);
    frame.parent = null as never;
    shop.message(good, SHOP, new FakeWindow(shop.clock, null as never));
    const detached = new FakeWindow(shop.clock);
    detached.parent = null as never;
    shop.message(good, SHOP, detached);
    expect(heard).toEqual([]);
  });

  it('T19 hears no other window of the right origin: sibling frame, the shop itself, a popup', () => {
    shop.message(good, SHOP, new FakeWindow(shop.clock, shop));
    shop.message(good, SHOP, shop);
    shop.message(good, SHOP, new FakeWindow(shop.clock));
    expect(heard).toEqual([]);
  });

  it('T20 hears no message of another session', () => {
    shop.message(returnedMessage('b'.repeat(32), 'success'), SHOP, frame);
    expect(heard).toEqual([]);
  });

  it('T50 takes an unknown version as a bare request to poll', () => {
    for (const v of [0, 2, undefined]) shop.message({ ...good, v }, SHOP, frame);
    expect(heard).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it.each<[string, unknown]>([
    ['its own answer', ackMessage(session)],
    ['a height', { ns: 'hpp-checkout', v: 1, type: 'size', height: 500, session }],
    ['a message of somebody else', { type: 'returned', session, hint: 'success' }],
    ['a text', 'returned'],
    ['nothing', null],
  ])('hears no message but that of a return page: %s', (_, data) => {
    shop.message(data, SHOP, frame);
    expect([heard, frame.posted]).toEqual([[], []]);
  });

  it('hears nothing after it was closed and leaves no listener', () => {
    close();
    shop.message(good, SHOP, frame);
    expect(heard).toEqual([]);
    expect(shop.listenerCount).toBe(0);
  });
});
