/** Calls back after each stretch of `ms` without a hand on mouse or keyboard in this window, focus in a frame included. */
export function whenIdle(window: Window, ms: number, onIdle: () => void): void {
  let timer = 0;
  const wait = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      onIdle();
      wait();
    }, ms);
  };
  for (const type of ['pointerdown', 'pointermove', 'keydown', 'message', 'blur']) {
    window.addEventListener(type, wait, { passive: true });
  }
  wait();
}
