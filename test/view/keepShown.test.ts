import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepShown } from '../../src/view/keepShown.ts';
import { createShell, type Presentation, type Shell } from '../../src/view/shell.ts';

const seen = { onFrame: vi.fn(), onPlaceGone: vi.fn(), onHidden: vi.fn() };
let shell: Shell;
let stop: () => void;

function show(presentation: Presentation = 'modal'): void {
  const host = document.createElement('x-host');
  shell = createShell(host, presentation, 'auto');
  if (presentation === 'inline') document.querySelector('#place')?.append(host);
  else document.body.after(host);
  shell.open();
  // What a browser would say; happy-dom does not compute them.
  shell.element.style.cssText = 'opacity: 1; visibility: visible';
  stop = keepShown(shell, seen);
}
/** Until the observers have run. */
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="place"></div>';
});
afterEach(() => {
  stop();
  shell.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('a dialog that the page takes away', () => {
  it('is put back, open, and once only: then the payment goes elsewhere', async () => {
    show();
    shell.host.remove();
    await settle();
    expect([shell.host.isConnected, (shell.element as HTMLDialogElement).open]).toEqual([true, true]);
    expect(seen.onHidden).not.toHaveBeenCalled();
    shell.host.remove();
    await settle();
    expect(seen.onHidden).toHaveBeenCalledOnce();
  });

  it('is put back into its shadow root, too', async () => {
    show();
    shell.element.remove();
    await settle();
    expect(shell.element.isConnected).toBe(true);
  });

  it('outlives another body', async () => {
    show();
    document.body.replaceWith(document.createElement('body'));
    await settle();
    expect(shell.host.isConnected).toBe(true);
    expect(seen.onHidden).not.toHaveBeenCalled();
  });

  it('stays away when it was closed', async () => {
    show();
    shell.hide();
    shell.host.remove();
    await settle();
    expect(shell.host.isConnected).toBe(false);
  });
});

describe('an inline page', () => {
  it('is put back into its place, and is over when that has gone', async () => {
    show('inline');
    shell.host.remove();
    await settle();
    expect(shell.host.parentElement?.id).toBe('place');
    document.querySelector('#place')?.remove();
    await settle();
    expect(seen.onPlaceGone).toHaveBeenCalledOnce();
    expect(seen.onHidden).not.toHaveBeenCalled();
  });
});

describe('a dialog that nobody sees', () => {
  const box = (left: number, top: number, width: number, height: number) =>
    vi
      .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
      .mockReturnValue({ left, top, width, height } as DOMRect);

  beforeEach(() => {
    vi.stubGlobal('visualViewport', {});
    vi.spyOn(HTMLDialogElement.prototype, 'matches').mockReturnValue(true);
    HTMLElement.prototype.getAnimations = () => [];
  });

  it.each([
    ['of no size', [0, 0, 0, 0]],
    ['beside the window', [5000, 0, 300, 300]],
    ['above it', [0, -5000, 300, 300]],
  ] as const)('%s is noticed at the second look', (_what, [left, top, width, height]) => {
    box(left, top, width, height);
    show();
    vi.advanceTimersByTime(400);
    expect(seen.onHidden).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(seen.onHidden).toHaveBeenCalled();
  });

  it.each([
    ['opacity', '0'],
    ['visibility', 'hidden'],
  ])('by its %s is noticed, unless it fades in', (name, value) => {
    box(0, 0, 300, 300);
    show();
    shell.element.style.setProperty(name, value);
    HTMLElement.prototype.getAnimations = () => [{} as Animation];
    vi.advanceTimersByTime(4_000);
    expect(seen.onHidden).not.toHaveBeenCalled();
    HTMLElement.prototype.getAnimations = () => [];
    vi.advanceTimersByTime(800);
    expect(seen.onHidden).toHaveBeenCalled();
  });

  it('that is seen is left alone, and so is one that passes by', () => {
    const spy = box(0, 0, 0, 0);
    show();
    vi.advanceTimersByTime(400);
    spy.mockReturnValue({ left: 10, top: 10, width: 300, height: 300 } as DOMRect);
    vi.advanceTimersByTime(4_000);
    expect(seen.onHidden).not.toHaveBeenCalled();
  });
});
