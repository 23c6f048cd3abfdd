import { listen } from '../listen.ts';
import type { Effect } from './effect.ts';

/** Sees what happens to the shop's page: hidden, asleep, left, back from the browser's page cache, offline. */
export const watchPage: Effect = ({ window, send }) => {
  const onNetwork = () => send({ type: 'network', online: window.navigator.onLine });
  const onAwake = () => send({ type: 'awake', visible: !window.document.hidden });
  return listen(
    [window, 'online', onNetwork],
    [window, 'offline', onNetwork],
    [window, 'pageshow', () => send({ type: 'pageShown' })],
    [window, 'pagehide', () => send({ type: 'pageHidden' })],
    [window, 'visibilitychange', onAwake],
    [window, 'resume', onAwake, true],
  );
};
