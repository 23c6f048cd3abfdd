/*
 * The floor: the least that a hand can write for a Pay button with a hosted page in a modal dialog. A frame, a close button,
 * Escape, the scroll lock, the focus back, one checked message. No states, no expiry, no errors, no words for screen readers.
 */
globalThis.Floor = {
  /** @param options `url`, or `session`: where to POST for one. @returns takes the button's listener away. */
  mount(button, options) {
    const style = document.createElement('style');
    style.textContent =
      '.floor{border:0;padding:0;width:30rem;max-width:100%;height:46rem;max-height:100%;border-radius:14px}' +
      '.floor iframe{border:0;width:100%;height:100%}.floor button{position:absolute;inset:8px 8px auto auto}' +
      '.floor::backdrop{background:#0b1426a6}';
    document.head.append(style);
    let close = () => {};

    function show(url) {
      const origin = new URL(url).origin;
      const root = document.documentElement;
      const before = [root.style.overflow, root.style.scrollbarGutter];
      const dialog = document.createElement('dialog');
      dialog.className = 'floor';
      const cross = document.createElement('button');
      cross.textContent = '×';
      cross.setAttribute('aria-label', 'Close');
      const frame = document.createElement('iframe');
      frame.title = 'Payment page';
      frame.allow = 'payment *';
      frame.src = url;
      dialog.append(cross, frame);
      document.body.append(dialog);
      root.style.overflow = 'hidden';
      root.style.scrollbarGutter = 'stable';
      const hear = (event) => {
        if (event.origin !== origin || event.source !== frame.contentWindow) return;
        if (event.data?.type === 'done') close();
      };
      close = () => {
        removeEventListener('message', hear);
        dialog.close();
        dialog.remove();
        [root.style.overflow, root.style.scrollbarGutter] = before;
        close = () => {};
      };
      addEventListener('message', hear);
      cross.onclick = close;
      dialog.oncancel = close;
      dialog.showModal();
    }

    async function open() {
      if (options.url) return show(options.url);
      const reply = await fetch(options.session, { method: 'POST' });
      show((await reply.json()).redirectUrl);
    }
    button.addEventListener('click', open);
    return { open, close: () => close() };
  },
};
