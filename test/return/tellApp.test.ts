import { describe, expect, it } from 'vitest';
import { appMessage } from '../../src/protocol/page/appMessage.ts';
import { tellApp } from '../../src/return/tellApp.ts';

const message = { outcome: 'completed', sessionId: 'a'.repeat(32), orderReference: 'A-1' } as const;
const text = JSON.stringify(appMessage(message));
const tell = (page: object) => tellApp(message, page as Window);

/** As Android's injected objects and WebKit's handlers: their method minds what it is called on. */
class Receiver {
  readonly #heard: unknown[] = [];
  get heard() {
    return this.#heard;
  }
  postMessage(...said: unknown[]) {
    this.#heard.push(...said);
  }
}

describe('tellApp', () => {
  it.each([
    [
      'WKWebView and WebKitGTK',
      (receiver: Receiver) => ({ webkit: { messageHandlers: { hppCheckout: receiver } } }),
    ],
    ['Android', (receiver: Receiver) => ({ hppCheckout: receiver })],
    ['React Native', (receiver: Receiver) => ({ ReactNativeWebView: receiver })],
  ])('speaks to %s, in one text', (_, pageWith) => {
    const receiver = new Receiver();
    expect(tell(pageWith(receiver))).toBe(true);
    expect(receiver.heard).toEqual([text]);
  });

  const throws = () => {
    throw new Error('no app today');
  };
  const trap = new Proxy({}, { get: throws, has: throws, getPrototypeOf: throws });
  it.each([
    ['a browser', {}],
    ['a browser of WebKit', { webkit: {} }],
    ['an app with another handler', { webkit: { messageHandlers: { other: new Receiver() } } }],
    ['null everywhere', { webkit: null, hppCheckout: null, ReactNativeWebView: null }],
    ['what is no receiver', { webkit: 1, hppCheckout: 'x', ReactNativeWebView: { postMessage: 5 } }],
    ['a receiver that throws', { hppCheckout: { postMessage: throws } }],
    [
      'getters that throw',
      {
        get webkit() {
          return throws();
        },
        get hppCheckout() {
          return throws();
        },
      },
    ],
    ['traps', { webkit: trap, hppCheckout: trap, ReactNativeWebView: trap }],
    ['a page that is a trap', trap],
  ])('T17 tells nobody and breaks nothing: %s', (_, page) => {
    expect(tell(page)).toBe(false);
  });

  it.each([
    ['a promise that is rejected', () => Promise.reject(new Error('no reply'))],
    ['a thenable that throws', () => Object.defineProperty({}, 'then', { get: throws })],
    ['a trap', () => trap],
  ])('an app may answer with %s', async (_, answer) => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    expect(tell({ hppCheckout: { postMessage: answer } })).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });

  it('one receiver that throws keeps no other from hearing', () => {
    const receiver = new Receiver();
    const page = {
      webkit: { messageHandlers: { hppCheckout: { postMessage: throws } } },
      ReactNativeWebView: receiver,
    };
    expect(tell(page)).toBe(true);
    expect(receiver.heard).toEqual([text]);
  });
});
