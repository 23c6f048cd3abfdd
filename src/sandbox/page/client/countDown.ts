import type { ClientTexts } from '../clientTexts.ts';
import { fill } from '../texts/texts.ts';
import { clockTime } from './clockTime.ts';

const SPOKEN_AT = [60, 30, 10];

/**
 * Shows how long the address still lives, has it read aloud at a minute, half a minute and ten seconds, and asks the server
 * again when the time is up. Of two clocks the one that ran further counts: one of them stops while a laptop sleeps.
 * A form that is being sent is not interrupted.
 */
export function countDown(
  page: HTMLElement,
  texts: ClientTexts,
  { clocks }: { clocks: (() => number)[] },
): void {
  const total = Number(page.dataset.expiresIn);
  const timeLeft = document.getElementById('time');
  const [shown, read] = timeLeft?.querySelectorAll('span') ?? [];
  const spoken = document.getElementById('spoken');
  if (!timeLeft || !shown || !read || spoken === null || !Number.isFinite(total)) return;
  timeLeft.hidden = false;
  // The page around a frame has a clock of its own, and says so; two voices are one too many.
  const framed = 'framed' in document.documentElement.dataset;
  const started = clocks.map((clock) => clock());
  let announcedAt = Number.POSITIVE_INFINITY;
  const tick = () => {
    const elapsed = Math.max(...clocks.map((clock, index) => clock() - (started[index] as number)));
    const seconds = Math.max(0, Math.ceil((total - elapsed) / 1000));
    const time = clockTime(seconds * 1000);
    shown.textContent = time;
    read.textContent = fill(texts.timeLeft, { time });
    timeLeft.toggleAttribute('data-short', seconds <= 30);
    const mark = SPOKEN_AT.findLast((each) => seconds <= each);
    if (mark !== undefined && mark < announcedAt && seconds > 0 && !framed) {
      announcedAt = mark;
      spoken.textContent = fill(texts.timeLeftSpoken, { seconds: String(seconds) });
    }
    if (seconds > 0) return;
    clearInterval(timer);
    if (!framed) spoken.textContent = texts.timeIsUp;
    if (document.querySelector('form[aria-busy]') === null) location.replace(location.href);
  };
  const timer = setInterval(tick, 1000);
  document.addEventListener('visibilitychange', tick);
  tick();
}
