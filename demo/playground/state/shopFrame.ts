import type { ParentMessage, ShopMessage } from '../../shop/parent/parentChannel.ts';

export interface ShopFrame {
  attach(frame: HTMLIFrameElement | null): void;
  element(): HTMLIFrameElement | null;
  send(message: ParentMessage): void;
  /** Loads another page of the shop into the frame. */
  load(path: string): void;
  /** Messages of any other window or origin are ignored. */
  listen(listeners: ShopFrameListeners): void;
}

interface ShopFrameListeners {
  onMessage: (message: ShopMessage) => void;
  /** The return page has announced itself from the frame: a full-page checkout in it has ended. */
  onReturned: () => void;
}

/** The frame that holds the shop's page. */
export function createShopFrame(window: Window, merchantOrigin: string): ShopFrame {
  const { origin: ownOrigin } = window.location;
  let frame: HTMLIFrameElement | null = null;
  return {
    attach(element) {
      frame = element;
    },
    element: () => frame,
    send: (message) => frame?.contentWindow?.postMessage(message, ownOrigin),
    load(path) {
      if (frame !== null) frame.src = path;
    },
    listen({ onMessage, onReturned }) {
      window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
        if (source === null || source !== frame?.contentWindow) return;
        if (origin === ownOrigin && data?.from === 'shop') onMessage(data);
        else if (origin === merchantOrigin && data?.ns === 'hpp-checkout' && data.type === 'returned') {
          onReturned();
        }
      });
    },
  };
}
