import type { State } from '../checkout/machine.ts';
import { secondsLeft } from '../checkout/machine.ts';
import { announcementOf } from './announcement.ts';
import type { Language } from './language/language.ts';
import { noticeOf } from './notice.ts';
import type { Shell } from './shell.ts';

/** So many seconds before its end the clock is red. */
const URGENT = 10;

/** Brings the shell's own elements up to date, and the footer's looks: what is waited for, the frame, the live region. */
export function drawShell(shell: Shell, footer: HTMLElement, state: State, language: Language): void {
  const { element, presentation, frame, main, waiting } = shell;
  const { lang, dir, texts } = language;
  const { phase } = state;
  // A page that takes very long may be usable by now: the spinner goes, and what is there can be seen.
  const isWaiting = phase === 'creating' || (phase === 'loading' && !state.slow && !state.broken);
  element.lang = lang;
  element.dir = dir;
  shell.closeButton.setAttribute('aria-label', texts.close);
  main.setAttribute('aria-busy', `${isWaiting}`);
  waiting.hidden = !isWaiting;
  const why =
    state.waitingFor ?? (presentation === 'redirect' || state.onFullPage ? 'redirecting' : 'opening');
  // Else a screen reader's search finds a sentence that nobody sees.
  write(shell.waitingFor, isWaiting ? texts[why] : '');
  write(shell.spoken, announcementOf(state, language));
  footer.className = (secondsLeft(state) ?? Infinity) > URGENT ? '' : 'urgent';
  const isCovered = noticeOf(state, texts) !== null;
  // As high as what it says.
  element.classList.toggle('told', isCovered);
  if (frame) {
    frame.title = texts.frame;
    // Not to be seen or reached, but alive.
    frame.classList.toggle('covered', isCovered);
    // A page may have no ground of its own, and its letters are dark. One that has not begun to come needs none: in the dark it would be a white area.
    frame.classList.toggle('here', phase !== 'loading');
  }
}

/** Only what has changed: a live region is read again when its text is set, even to the same. */
function write(element: Element, text = ''): void {
  if (element.textContent !== text) element.textContent = text;
}
