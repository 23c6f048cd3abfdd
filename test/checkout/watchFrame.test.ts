import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EffectContext } from '../../src/checkout/effects/effect.ts';
import { watchFrame } from '../../src/checkout/effects/watchFrame.ts';
import { type Event, firstState, type State } from '../../src/checkout/machine.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

/** A document whose `hasFocus` stands on its prototype, as a browser's does. */
class FakeDocument {
  static isFocused = true;
  activeElement: unknown = null;

  hasFocus(): boolean {
    return FakeDocument.isFocused;
  }
}

describe('what is seen of the frame from outside', () => {
  const state = signal<State>(firstState);
  let window: FakeWindow & { document: FakeDocument };
  let frame: FakeWindow;
  let sent: Event[];
  let stop: (() => void) | undefined;

  beforeEach(() => {
    window = Object.assign(new FakeWindow(), { document: new FakeDocument() });
    frame = new FakeWindow(window.clock, window);
    FakeDocument.isFocused = true;
    state.value = {
      ...firstState,
      phase: 'loading',
      frame: frame.asWindow,
      frameUrl: 'https://pay.example/1',
    };
    sent = [];
  });
  afterEach(() => {
    stop?.();
    expect(window.listenerCount).toBe(0);
  });

  function start(): void {
    const context = { window: window.asWindow, state, send: (event: Event) => sent.push(event) };
    stop = watchFrame(context as never as EffectContext);
  }
  const focus = (contentWindow: unknown) => {
    window.document.activeElement = { contentWindow };
  };
  const say = (data: unknown, source: unknown = frame, isTrusted = true, origin = 'https://pay.example') =>
    window.emit('message', { data, source, isTrusted, origin });

  describe('the focus', () => {
    it('was in the frame before the checkout was here', () => {
      focus(frame);
      start();
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });

    it('is in a frame that comes later, and has it already', () => {
      state.value = { ...state.value, frame: null };
      focus(frame);
      start();
      expect(sent).toEqual([]);
      state.value = { ...state.value, frame: frame.asWindow };
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });

    it.each<[string, () => void]>([
      ['elsewhere in the page', () => {}],
      ['in another frame', () => focus(window)],
      [
        'in another tab, and the frame is the last that had it here',
        () => {
          focus(frame);
          FakeDocument.isFocused = false;
        },
      ],
    ])('is %s: not at the start', (_where, set) => {
      set();
      start();
      expect(sent).toEqual([]);
    });

    it('is in a frame that is gone, before there is ours', () => {
      state.value = { ...state.value, frame: null };
      focus(null);
      start();
      expect(sent).toEqual([]);
    });

    it('comes into the frame: heard at once, and once more where a browser is late to say so', async () => {
      start();
      focus(frame);
      window.emit('blur');
      expect(sent).toEqual([{ type: 'frameFocused' }]);
      await window.clock.advance(0);
      expect(sent).toEqual([{ type: 'frameFocused' }, { type: 'frameFocused' }]);
    });

    it('comes into the frame, and the page says only a moment later that it has it', async () => {
      start();
      focus(window);
      window.emit('blur');
      expect(sent).toEqual([]);
      focus(frame);
      await window.clock.advance(0);
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });

    it('is believed of a browser that does not say what has it', () => {
      start();
      window.document.activeElement = {};
      window.emit('blur');
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });

    it.each<[string, () => void]>([
      ['into another frame', () => focus(window)],
      [
        'to another tab',
        () => {
          focus(frame);
          FakeDocument.isFocused = false;
        },
      ],
    ])('goes %s', async (_where, set) => {
      start();
      set();
      window.emit('blur');
      await window.clock.advance(10);
      expect(sent).toEqual([]);
    });

    it('T86 is asked of the browser, not of a form that is called hasFocus', () => {
      Object.assign(window.document, { hasFocus: 'a form' });
      focus(frame);
      start();
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });

    it('is looked for in shadow roots', () => {
      const inner = { activeElement: { contentWindow: frame } };
      window.document.activeElement = { shadowRoot: { activeElement: { shadowRoot: inner } } };
      start();
      expect(sent).toEqual([{ type: 'frameFocused' }]);
    });
  });

  describe('a message', () => {
    const size = { ns: 'hpp-checkout', v: 1, type: 'size', height: 500 };

    it('from the frame: it is alive, and in use', () => {
      start();
      say('hello');
      expect(sent).toEqual([{ type: 'frameSpoke' }, { type: 'frameUsed' }]);
    });

    it('from a page below the frame', () => {
      start();
      say('hello', new FakeWindow(window.clock, frame));
      expect(sent).toEqual([{ type: 'frameSpoke' }, { type: 'frameUsed' }]);
    });

    it('that says how high the page is: alive, and no more', () => {
      start();
      say(size);
      expect(sent).toEqual([{ type: 'frameSpoke' }]);
    });

    describe('that a voucher was issued', () => {
      const issued = { ns: 'hpp-checkout', v: 1, type: 'issued' };
      const told = { type: 'voucherIssued' };

      it('is the hosted page’s to say', () => {
        start();
        say(issued);
        expect(sent).toContainEqual(told);
      });

      it.each<[string, () => void]>([
        ['T7 from a page below the frame', () => say(issued, new FakeWindow(window.clock, frame))],
        ['T7 from another origin in the frame', () => say(issued, frame, true, 'https://bank.example')],
        ['in another version', () => say({ ...issued, v: 2 })],
        ['of another kind', () => say({ ...issued, type: 'completed' })],
        ['T7 inherited', () => say(Object.create(issued))],
      ])('is not heard %s', (_where, happen) => {
        start();
        happen();
        expect(sent).not.toContainEqual(told);
      });
    });

    it('says nothing new of a frame that has spoken and is in use', () => {
      state.value = { ...state.value, spoke: true, used: true };
      start();
      say('hello');
      expect(sent).toEqual([]);
      state.value = { ...state.value, used: false };
      say('hello');
      expect(sent).toEqual([{ type: 'frameUsed' }]);
    });

    it.each<[string, () => void]>([
      ['from a script of the page', () => say('hello', frame, false)],
      ['from the page itself', () => say('hello', window)],
      ['from another window', () => say('hello', new FakeWindow(window.clock))],
      ['from a window that is gone', () => say('hello', null)],
    ])('T7 %s is none of the frame', (_where, happen) => {
      start();
      happen();
      expect(sent).toEqual([]);
    });

    it('before there is a frame', () => {
      state.value = { ...state.value, frame: null };
      start();
      say('hello', null);
      say('hello');
      expect(sent).toEqual([]);
    });
  });

  describe('a pointer', () => {
    const over = (contentWindow: unknown) =>
      window.emit('pointerover', { composedPath: () => [{ contentWindow }, { contentWindow: frame }] });

    it('comes over the frame', () => {
      start();
      window.emit('pointermove');
      over(frame);
      expect(sent).toEqual([{ type: 'frameUsed' }]);
      state.value = { ...state.value, used: true };
      over(frame);
      expect(sent).toHaveLength(1);
    });

    it('rests where the frame has come to stand', () => {
      start();
      over(frame);
      expect(sent).toEqual([]);
    });

    it('goes over something else', () => {
      start();
      window.emit('pointermove');
      over(undefined);
      over(window);
      state.value = { ...state.value, frame: null };
      over(null);
      over(undefined);
      expect(sent).toEqual([]);
    });
  });

  describe("a policy of the shop's page", () => {
    const violate = (effectiveDirective: string, disposition = 'enforce') =>
      window.emit('securitypolicyviolation', {
        effectiveDirective,
        blockedURI: 'https://pay.example',
        disposition,
      });

    it.each(['frame-src', 'child-src', 'default-src', 'frame-src https:'])(
      '%s keeps a frame out',
      (directive) => {
        start();
        violate(directive);
        expect(sent).toEqual([{ type: 'frameBlocked', directive, url: 'https://pay.example' }]);
      },
    );

    it.each([
      ['img-src', 'enforce'],
      ['x-frame-src', 'enforce'],
      ['frame-ancestors', 'enforce'],
      ['frame-src', 'report'],
    ])('%s (%s) does not', (directive, disposition) => {
      start();
      violate(directive, disposition);
      expect(sent).toEqual([]);
    });
  });

  it('is seen no more after the end', async () => {
    start();
    focus(frame);
    stop?.();
    window.emit('blur');
    state.value = { ...state.value, frame: null };
    state.value = { ...state.value, frame: frame.asWindow };
    await window.clock.advance(10);
    expect(sent).toEqual([]);
  });
});
