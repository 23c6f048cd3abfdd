import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dragSheet } from '../../src/view/dragSheet.ts';
import type { Shell } from '../../src/view/shell.ts';

const HEIGHT = 600;

let isPhone: boolean;
let dialog: HTMLElement;
let header: HTMLElement;
let close: ReturnType<typeof vi.fn>;
let stop: () => void;

beforeEach(() => {
  isPhone = true;
  dialog = document.createElement('dialog');
  header = dialog.appendChild(document.createElement('header'));
  const heading = header.appendChild(document.createElement('div'));
  header.append(document.createElement('button'));
  header.setPointerCapture = vi.fn();
  Object.defineProperty(dialog, 'offsetHeight', { value: HEIGHT });
  close = vi.fn();
  const window = { matchMedia: () => ({ matches: isPhone }) } as never;
  stop = dragSheet(window, { element: dialog, heading } as unknown as Shell, close as () => void);
});

type Point = [x: number, y: number];

function point(type: string, [clientX, clientY]: Point, at: Element = header, more: object = {}): void {
  at.dispatchEvent(
    Object.assign(new Event(type, { bubbles: true }), {
      clientX,
      clientY,
      buttons: 1,
      isPrimary: true,
      pointerId: 1,
      ...more,
    }),
  );
}

/** Draws from the first point over the others, and lets go at the last. */
function drag(points: Point[], end = 'pointerup', at: Element = header): void {
  for (const where of points) point('pointermove', where, at);
  point(end, points.at(-1) as Point, at);
}

const drawn = () => dialog.style.getPropertyValue('--drag');

describe('the sheet on phones', () => {
  it('goes with the finger, and asks to be closed when it is let go low enough', () => {
    point('pointermove', [100, 10]);
    point('pointermove', [100, 110]);
    expect(drawn()).toBe('100px');
    expect(dialog.style.transition).toBe('none');
    expect(header.setPointerCapture).toHaveBeenCalledWith(1);
    point('pointermove', [100, 200]);
    expect(close).not.toHaveBeenCalled();
    point('pointerup', [100, 200]);
    expect(close).toHaveBeenCalledOnce();
    // Where it was: what is asked back stands there.
    expect([drawn(), dialog.style.transition]).toEqual(['', '']);
  });

  it.each<[string, Point[], string?]>([
    [
      'a short one',
      [
        [100, 10],
        [100, 10 + HEIGHT / 4],
      ],
    ],
    [
      'one to the side',
      [
        [10, 10],
        [380, 20],
      ],
    ],
    [
      'one upwards',
      [
        [100, 300],
        [100, 10],
      ],
    ],
    [
      'one down and back',
      [
        [100, 10],
        [100, 400],
        [100, 30],
      ],
    ],
    [
      'one that the browser takes over',
      [
        [100, 10],
        [100, 400],
      ],
      'pointercancel',
    ],
  ])('%s leaves it where it was', (_name, points, end) => {
    drag(points, end);
    expect(close).not.toHaveBeenCalled();
    expect(drawn()).toBe('');
  });

  it('one that begins on the close button, or with no finger down, draws nothing', () => {
    drag(
      [
        [100, 10],
        [100, 400],
      ],
      'pointerup',
      header.querySelector('button') as Element,
    );
    point('pointermove', [100, 10], header, { buttons: 0 });
    point('pointermove', [100, 400], header, { buttons: 0 });
    point('pointerup', [100, 400]);
    expect([close.mock.calls, drawn()]).toEqual([[], '']);
  });

  it('a second finger neither draws it nor lets go of it', () => {
    const second = { isPrimary: false, pointerId: 2 };
    point('pointermove', [100, 10]);
    point('pointermove', [100, 60]);
    point('pointermove', [200, 400], header, second);
    point('pointerup', [200, 400], header, second);
    expect([close.mock.calls, drawn()]).toEqual([[], '50px']);
    point('pointerup', [100, 60]);
    expect([close.mock.calls, drawn()]).toEqual([[], '']);
  });

  it('one that ends out of sight does not stick: the next begins anew', () => {
    drag(
      [
        [100, 10],
        [100, 400],
      ],
      'pointercancel',
    );
    drag([
      [100, 400],
      [100, 500],
    ]);
    expect(close).not.toHaveBeenCalled();
  });
});

it('is no sheet on a larger window, and nothing once the dialog is closed', () => {
  isPhone = false;
  drag([
    [100, 10],
    [100, 400],
  ]);
  isPhone = true;
  stop();
  drag([
    [100, 10],
    [100, 400],
  ]);
  expect(close).not.toHaveBeenCalled();
});
