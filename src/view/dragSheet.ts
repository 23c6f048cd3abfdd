import { listen } from '../checkout/listen.ts';
import type { Shell } from './shell.ts';

/** How much of its height a sheet is drawn down to be closed. */
const ENOUGH = 0.25;

/**
 * Lets the sheet, as which the dialog stands on phones, be drawn down by its header. Let go low enough, it asks to be closed as
 * the close button does; else, and while it asks back, it is where it was.
 */
export function dragSheet(window: Window, { element, heading }: Shell, close: () => void): () => void {
  const header = heading.parentElement as HTMLElement;
  const { style } = element;
  let from: number | undefined;
  const drawnBy = ({ clientY }: PointerEvent) => Math.max(0, clientY - (from as number));

  // By the first move: that it was pressed is kept from everybody (`keepEvents.ts`).
  function move(event: PointerEvent): void {
    // A second finger has no say.
    if (!event.isPrimary) return;
    if (from === undefined) {
      const isButton = (event.target as Element).closest('button');
      if (event.buttons !== 1 || isButton || !window.matchMedia('(max-width:32em)').matches) return;
      from = event.clientY;
      // So that it is heard over the frame.
      header.setPointerCapture(event.pointerId);
      style.transition = 'none';
    }
    style.setProperty('--drag', `${drawnBy(event)}px`);
  }
  function end(event: PointerEvent): void {
    if (from === undefined || !event.isPrimary) return;
    const isFar = event.type === 'pointerup' && drawnBy(event) > element.offsetHeight * ENOUGH;
    from = undefined;
    style.transition = '';
    style.setProperty('--drag', '');
    if (isFar) close();
  }
  return listen([header, 'pointermove', move], [header, 'pointerup', end], [header, 'pointercancel', end]);
}
