/** What the shop's other tabs show, as far as they say. */
export interface OtherTabs {
  /** Whether another tab has said that it shows this session's page. */
  show(sessionId: string): boolean;
  /** This tab shows it from now on. */
  take(sessionId: string): void;
  /** Something has become known of the session: look. */
  tell(sessionId: string): void;
  close(): void;
}

export interface OtherTabsOptions {
  /** Absent where there is nobody to talk to. */
  channel: BroadcastChannel | undefined;
  /** The session whose page this tab shows. */
  shown: () => string | undefined;
  onTaken: (sessionId: string) => void;
  onNews: (sessionId: string) => void;
}

/*
 * Tabs of one shop, on one `BroadcastChannel`. Messages are strings: `who`, `here <session>`, `news <session>`.
 *
 * 1. A tab that opens asks `who`; each tab that shows a page answers `here`.
 * 2. `here` is also said when the customer wants to pay in this tab after all; the other one then covers its page.
 * 3. `news` leads to one status check.
 *
 * Any script of the shop can say all this (T49). It can cover a page with a question, and cause a status check.
 */
export function joinOtherTabs({ channel, shown, onTaken, onNews }: OtherTabsOptions): OtherTabs {
  const heard = new Set<string>();
  let open = channel;
  const say = (word: string, sessionId?: string) => open?.postMessage(`${word} ${sessionId}`);

  if (channel) {
    channel.onmessage = ({ data }) => {
      if (typeof data !== 'string') return;
      const [word, sessionId = ''] = data.split(' ');
      const mine = shown();
      if (word === 'who' && mine) say('here', mine);
      if (word === 'here') {
        heard.add(sessionId);
        onTaken(sessionId);
      }
      if (word === 'news') onNews(sessionId);
    };
    say('who');
  }

  return {
    show: (sessionId) => heard.has(sessionId),
    take: (sessionId) => say('here', sessionId),
    tell: (sessionId) => say('news', sessionId),
    close() {
      open?.close();
      open = undefined;
    },
  };
}
