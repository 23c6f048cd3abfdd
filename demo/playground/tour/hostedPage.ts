/** Where something lies, in its own window. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface HostedStep {
  type: 'find' | 'type' | 'press';
  place: string;
  text?: string;
  pace?: number;
}

/** The gateway's page, wherever it stands in the shop. It lets itself be driven while the film plays; see the sandbox's `takeSteps`. */
export interface HostedPage {
  /** Its window, once it has said that it is ready. */
  window(): Window | null;
  /** It is of an earlier payment. */
  forget(): void;
  /** `null`: there is no such place on it, or the page has gone meanwhile. */
  send(step: HostedStep, signal: AbortSignal): Promise<Rect | null>;
}

/** How long a page may take to answer, beside the time to type. One that is just loading hears nothing. */
const ANSWER_MS = 500;

/** @param onHand a real pointer or key was at work in the page; `null` for a pointer. */
export function createHostedPage(
  window: Window,
  gatewayOrigin: string,
  onHand: (key: string | null) => void,
): HostedPage {
  let page: Window | null = null;
  let latest = 0;
  const waiting = new Map<number, (rect: Rect | null) => void>();
  window.addEventListener('message', ({ source, origin, data }: MessageEvent) => {
    if (origin !== gatewayOrigin || data?.ns !== 'hpp-sandbox') return;
    if (data.type === 'ready') page = source as Window;
    else if (source !== page) return;
    else if (data.type === 'done') waiting.get(data.id)?.(data.rect);
    else if (data.type === 'hand') onHand(data.key);
  });
  return {
    window: () => page,
    forget() {
      page = null;
    },
    send(step, signal) {
      const id = ++latest;
      return new Promise((resolve) => {
        const end = (rect: Rect | null) => {
          window.clearTimeout(timer);
          waiting.delete(id);
          resolve(rect);
        };
        const { text = '', pace = 0 } = step;
        const timer = window.setTimeout(end, ANSWER_MS + 3 * pace * text.length, null);
        signal.addEventListener('abort', () => end(null), { once: true });
        waiting.set(id, end);
        if (page === null) return end(null);
        page.postMessage({ ns: 'hpp-sandbox', id, ...step }, gatewayOrigin);
      });
    },
  };
}
