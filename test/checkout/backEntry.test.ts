import { beforeEach, describe, expect, it } from 'vitest';
import { type BackEntry, createBackEntry } from '../../src/checkout/backEntry.ts';
import { FakeWindow } from '../support/fakeWindow.ts';

interface Entry {
  readonly key: string;
  readonly state: unknown;
}

/** One page's history, as its own script sees it. Steps are taken when the test says so, as in a browser, which takes its time. */
class FakeHistory {
  entries: Entry[] = [{ key: 'k0', state: { router: 1 } }];
  index = 0;
  scrollRestoration: ScrollRestoration = 'auto';
  /** What `scrollRestoration` was when an entry came on top. */
  readonly restorations: ScrollRestoration[] = [];
  readonly calls: string[] = [];
  isSandboxed = false;

  get state(): unknown {
    return this.entries[this.index]?.state;
  }

  pushState(state: unknown, title: string, ...more: unknown[]): void {
    this.calls.push(`push ${JSON.stringify([title, ...more])}`);
    this.restorations.push(this.scrollRestoration);
    if (this.isSandboxed) throw new DOMException('sandboxed', 'SecurityError');
    this.entries = [
      ...this.entries.slice(0, this.index + 1),
      { key: `k${this.index + 1}`, state: structuredClone(state) },
    ];
    this.index += 1;
  }

  back(): void {
    this.calls.push('back');
  }
}

class FakeNavigation {
  onNavigate: ((event: unknown) => void) | undefined;
  readonly rejections: Promise<unknown>[] = [];

  readonly history: FakeHistory;

  constructor(history: FakeHistory) {
    this.history = history;
  }

  isFullyActive = true;

  get currentEntry(): { index: number } | null {
    return this.isFullyActive ? { index: this.history.index } : null;
  }

  entries(): readonly Entry[] {
    return this.history.entries;
  }

  /** Both promises are rejected, as they are when another navigation comes between. */
  traverseTo(key: string): { committed: Promise<unknown>; finished: Promise<unknown> } {
    this.history.calls.push(`traverse ${key}`);
    return {
      committed: Promise.reject(new Error('aborted')),
      finished: Promise.reject(new Error('aborted')),
    };
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    expect(type).toBe('navigate');
    this.onNavigate = listener;
  }

  removeEventListener(type: string, listener: (event: unknown) => void): void {
    if (type === 'navigate' && this.onNavigate === listener) this.onNavigate = undefined;
  }
}

const OURS = { router: 1, 'hpp-checkout': true };

for (const hasNavigation of [false, true]) {
  describe(`our history entry, in a browser ${hasNavigation ? 'with' : 'without'} the Navigation API`, () => {
    let window: FakeWindow;
    let history: FakeHistory;
    let navigation: FakeNavigation | undefined;
    let entry: BackEntry;
    let told: string[];
    let onBack: () => void;
    /** Listeners of `popstate` that hear it before those of the page. */
    let captures: unknown[];

    beforeEach(() => {
      history = new FakeHistory();
      navigation = hasNavigation ? new FakeNavigation(history) : undefined;
      window = new FakeWindow();
      captures = [];
      const add = window.addEventListener.bind(window);
      Object.assign(window, {
        history,
        navigation,
        addEventListener(type: string, listener: () => void, capture?: unknown) {
          captures.push([type, capture]);
          add(type, listener);
        },
      });
      told = [];
      onBack = () => told.push('back');
      entry = createBackEntry(window.asWindow, () => onBack());
    });

    /** The browser goes to another entry. @returns how often the shop's router was kept from hearing of it. */
    const arrive = (index: number): number => {
      history.index = index;
      let stopped = 0;
      window.emit('popstate', { stopImmediatePropagation: () => (stopped += 1) });
      return stopped;
    };
    const step = hasNavigation ? 'traverse k0' : 'back';

    it("lies on the shop's, with its state and address, and does not scroll", () => {
      entry.hold();
      expect(history.entries.map(({ state }) => state)).toEqual([{ router: 1 }, OURS]);
      expect(history.calls).toEqual(['push [""]']);
      expect(history.restorations).toEqual(['manual']);
      expect(history.scrollRestoration).toBe('auto');
      expect(captures).toEqual([['popstate', true]]);
    });

    it('lies there once, and that of a page that was loaded anew is taken over', () => {
      entry.hold();
      entry.hold();
      const second = createBackEntry(window.asWindow, () => {});
      second.hold();
      expect(history.calls).toEqual(['push [""]']);
      expect(captures).toHaveLength(2);
      second.drop();
    });

    it('lies there where the shop has no state of its own', () => {
      history.entries = [{ key: 'k0', state: null }];
      entry.hold();
      expect(history.state).toEqual({ 'hpp-checkout': true });
    });

    it('a page that has no history of its own goes without', () => {
      history.isSandboxed = true;
      entry.hold();
      expect(history.scrollRestoration).toBe('auto');
      entry.release(() => told.push('released'));
      expect(told).toEqual(['released']);
      expect(history.calls).toEqual(['push [""]']);
    });

    it('Back is told, kept from the router, and our entry is put back', () => {
      entry.hold();
      expect(arrive(0)).toBe(1);
      expect(told).toEqual(['back']);
      expect(history.state).toEqual(OURS);
      expect(history.calls).toEqual(['push [""]', 'push [""]']);
      expect(arrive(0)).toBe(1);
      expect(told).toEqual(['back', 'back']);
    });

    it('a move inside the frame, which leaves our entry on top, is not ours', () => {
      entry.hold();
      expect(arrive(1)).toBe(0);
      expect(told).toEqual([]);
      expect(history.scrollRestoration).toBe('auto');
    });

    it('Back that closes leaves our entry off', () => {
      entry.hold();
      onBack = () => {
        told.push('back');
        entry.release(() => told.push('released'));
      };
      arrive(0);
      expect(told).toEqual(['back', 'released']);
      expect(history.calls).toEqual(['push [""]']);
      expect(history.state).toEqual({ router: 1 });
      expect(window.listenerCount).toBe(0);
      expect(navigation?.onNavigate).toBeUndefined();
    });

    it('is taken off by one step back, and only then the shop is told', async () => {
      entry.hold();
      entry.release(() => told.push('released'));
      expect(history.calls).toEqual(['push [""]', step]);
      expect(told).toEqual([]);
      history.scrollRestoration = 'manual';
      expect(arrive(0), 'the router is where it was').toBe(1);
      expect(told).toEqual(['released']);
      expect(history.scrollRestoration).toBe('auto');
      expect(window.listenerCount).toBe(0);
      expect(navigation?.onNavigate).toBeUndefined();
      expect(window.clock.pending).toBe(0);
      // The step's promises, of which the browser may reject both, are nobody's concern.
      await window.clock.advance(1_000);
      expect(told).toEqual(['released']);
    });

    it('is given up after half a second, when the browser does not step back', async () => {
      entry.hold();
      entry.release(() => told.push('released'));
      await window.clock.advance(499);
      expect(told).toEqual([]);
      await window.clock.advance(1);
      expect(told).toEqual(['released']);
      expect(window.listenerCount).toBe(0);
    });

    it('one step is enough for all who wait for it, each told once, in order', () => {
      entry.hold();
      entry.release(() => told.push('first'));
      entry.release(() => told.push('second'));
      expect(history.calls).toEqual(['push [""]', step]);
      arrive(0);
      expect(told).toEqual(['first', 'second']);
    });

    it('can be held and taken off again', () => {
      entry.hold();
      entry.release(() => told.push('first'));
      arrive(0);
      entry.hold();
      entry.release(() => told.push('second'));
      expect(history.calls).toEqual(['push [""]', step, 'push [""]', step]);
      arrive(0);
      expect(told).toEqual(['first', 'second']);
    });

    it('is taken off after a reload, by a checkout that has not held it', () => {
      history.entries.push({ key: 'k1', state: OURS });
      history.index = 1;
      entry.release(() => told.push('released'));
      expect(history.calls).toEqual([step]);
      arrive(0);
      expect(told).toEqual(['released']);
    });

    it("no step is taken from an entry of the shop's", () => {
      entry.hold();
      history.entries.push({ key: 'k2', state: { router: 2 } });
      history.index = 2;
      entry.release(() => told.push('released'));
      expect(told).toEqual(['released']);
      expect(history.calls).toEqual(['push [""]']);
    });

    it('no step is taken when nothing was held, nor after it was dropped', () => {
      entry.release(() => told.push('nothing held'));
      entry.hold();
      entry.drop();
      entry.release(() => told.push('dropped'));
      expect(told).toEqual(['nothing held', 'dropped']);
      expect(history.calls).toEqual(['push [""]']);
      expect(window.listenerCount).toBe(0);
      expect(navigation?.onNavigate).toBeUndefined();
    });

    it('what waits for the step is told when it is dropped', async () => {
      entry.hold();
      entry.release(() => told.push('released'));
      entry.drop();
      expect(told).toEqual(['released']);
      expect(window.clock.pending).toBe(0);
      await window.clock.advance(1_000);
      expect(told).toEqual(['released']);
    });

    it("gives the shop's own way of scrolling back", () => {
      history.scrollRestoration = 'manual';
      entry = createBackEntry(window.asWindow, () => onBack());
      entry.hold();
      expect(history.scrollRestoration).toBe('manual');
      history.scrollRestoration = 'auto';
      arrive(0);
      expect(history.scrollRestoration).toBe('manual');
    });

    if (hasNavigation) {
      it('no step is taken while the page is on its way to another one', () => {
        entry.hold();
        navigation?.onNavigate?.({ destination: { sameDocument: true } });
        navigation?.onNavigate?.({ destination: { sameDocument: false } });
        navigation?.onNavigate?.({ destination: { sameDocument: true } });
        entry.release(() => told.push('released'));
        expect(told).toEqual(['released']);
        expect(history.calls).toEqual(['push [""]']);
      });

      it('a move within the page does not keep it from being taken off', () => {
        entry.hold();
        navigation?.onNavigate?.({ destination: { sameDocument: true } });
        entry.release(() => told.push('released'));
        expect(history.calls).toEqual(['push [""]', 'traverse k0']);
      });

      it('a page that is on its way out, and has no entries, takes no step', () => {
        entry.hold();
        Object.assign(navigation as FakeNavigation, { isFullyActive: false, entries: () => [] });
        entry.release(() => told.push('released'));
        expect(told).toEqual(['released']);
        expect(history.calls).toEqual(['push [""]']);
      });

      it('where ours is the first entry of this origin, no step is taken', () => {
        history.entries = [{ key: 'k0', state: OURS }];
        entry.hold();
        entry.release(() => told.push('released'));
        expect(told).toEqual(['released']);
        expect(history.calls).toEqual([]);
      });
    }
  });
}
