import { beforeEach, describe, expect, it } from 'vitest';
import type { State } from '../../src/checkout/machine.ts';
import { followHeight } from '../../src/view/followHeight.ts';
import type { Shell } from '../../src/view/shell.ts';
import { FakeWindow } from '../support/fakeWindow.ts';
import { fakeModel } from './fakeModel.ts';

const frameUrl = 'https://pay.example/1';
const origin = 'https://pay.example';
const size = (height: unknown, more = {}) => ({ ns: 'hpp-checkout', v: 1, type: 'size', height, ...more });

let window: FakeWindow;
let frame: FakeWindow;
let kept: Map<string, string>;

let shell: Shell;
let model: ReturnType<typeof fakeModel> & { state: { value: State } };

/** @returns how high the dialog is told to be. */
function follow(early: Partial<Shell> = {}): () => string {
  const element = document.createElement('dialog');
  const main = document.createElement('main');
  const iframe = main.appendChild(document.createElement('div')) as never;
  model = fakeModel({ phase: 'paying', frameUrl, frame: frame.asWindow });
  shell = { element, main, frame: iframe, ...early } as Shell;
  followHeight(window.asWindow, shell, model);
  return () => element.style.getPropertyValue('--page');
}

beforeEach(() => {
  window = new FakeWindow();
  frame = new FakeWindow();
  kept = new Map();
  Object.assign(window, {
    // Some time after the page was opened.
    performance: { now: () => window.clock.monotonic() + 1_000 },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  });
});

describe('the dialog’s height', () => {
  it('follows what the hosted page says, and is the same the next time for this origin alone', () => {
    const height = follow();
    expect(height()).toBe('');
    window.message(size(561.2), origin, frame);
    expect(height()).toBe('calc(561px + 4em)');
    expect([...kept]).toEqual([[`hpp-checkout-height ${origin}`, '561']]);
    expect(follow()()).toBe('calc(561px + 4em)');
  });

  it('is what the page said before the dialog’s code was here, by the same rules', () => {
    const early = { data: size(400), origin, source: frame, isTrusted: true };
    const heightAfter = (frameMessage: object) => follow({ frameMessage: frameMessage as MessageEvent })();
    expect(heightAfter({ ...early, origin: 'https://evil.example' })).toBe('');
    expect(heightAfter({ ...early, isTrusted: false })).toBe('');
    expect(heightAfter(early)).toBe('calc(400px + 4em)');
  });

  it('is bounded, in messages and in what was kept', () => {
    const height = follow();
    window.message(size(1), origin, frame);
    expect(height()).toBe('calc(160px + 4em)');
    window.message(size(1e9), origin, frame);
    expect(height()).toBe('calc(2400px + 4em)');
    kept.set(`hpp-checkout-height ${origin}`, '1e9;color:red');
    expect(follow()()).toBe('');
  });

  it('T18 hears neither another window, nor another origin, nor what is no size', () => {
    const height = follow();
    window.message(size(500), origin, new FakeWindow());
    window.message(size(500), 'https://evil.example', frame);
    for (const wrong of ['500', null, Number.NaN, Number.POSITIVE_INFINITY, {}])
      window.message(size(wrong), origin, frame);
    for (const wrong of [{ v: 2 }, { ns: 'other' }, { type: 'returned' }])
      window.message(size(500, wrong), origin, frame);
    window.message(Object.create(size(500)), origin, frame);
    expect([height(), kept.size]).toEqual(['', 0]);
  });
});

describe('the next page in the frame', () => {
  const load = () => shell.frame?.dispatchEvent(new Event('load'));
  const say = (height: number) => window.message(size(height), origin, frame);

  it('has all the room there is when it says nothing, as a bank’s', async () => {
    const height = follow();
    say(500);
    load();
    await window.clock.advance(60_000);
    expect(height()).toBe('calc(500px + 4em)');
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('');
  });

  it('is the first one still, however long its pictures keep it from its `load`', async () => {
    const height = follow();
    say(500);
    await window.clock.advance(20_000);
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('calc(500px + 4em)');
  });

  it('is as high as it says near its `load`, before or after', async () => {
    const height = follow();
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('');
    say(600);
    await window.clock.advance(100);
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('calc(600px + 4em)');
    load();
    await window.clock.advance(100);
    say(700);
    await window.clock.advance(1_000);
    expect(height()).toBe('calc(700px + 4em)');
  });

  it('comes after the one that had loaded before the dialog’s code was here', async () => {
    const iframe = document.createElement('div') as never;
    const frameMessage = { data: size(500), origin, source: frame, isTrusted: true } as never;
    const height = follow({ frame: iframe, frameLoaded: true, frameMessage });
    shell.main.append(iframe);
    await window.clock.advance(2_000);
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('');
  });

  it('is another frame’s first, for which the words of the one before do not count', async () => {
    const height = follow();
    say(500);
    load();
    await window.clock.advance(2_000);
    const next = new FakeWindow();
    model.state.value = { ...model.state.value, frame: next.asWindow };
    shell.frame = shell.main.appendChild(document.createElement('div')) as never;
    load();
    await window.clock.advance(1_000);
    expect(height()).toBe('');
  });
});
