import type { DialogBundle, WidgetContext } from './bundles.ts';
import { connectTo } from './connectTo.ts';
import { load as loadDialog } from './dialog.ts?lazy';
import { load as loadExtras } from './extras.ts?lazy';
import { ignore } from './session.ts';

/**
 * Prefetches what an open needs, when the customer shows intent: the dialog's code and the language, a connection to the
 * gateway, and with `warm: 'session'` the session. Once for each mount, and never for a customer who saves data.
 *
 * @param mounted aborted when the button is taken away; and everything that was prefetched with it.
 */
export function warmUp(context: WidgetContext, mounted: AbortSignal): void {
  const { options } = context;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData || mounted.aborted || context.warmedFor === mounted) return;
  context.warmedFor = mounted;
  context.isConnected = false;
  if (options.warm === 'session') {
    const call = context.request('warm');
    const forget = () => {
      context.takeWarm = undefined;
    };
    context.takeWarm = () => {
      forget();
      return { ...call, clickedAt: performance.now() };
    };
    // Then the click sends a new request, instead of failing with this one.
    call.reply.then(({ status }) => {
      if ((status ?? 200) > 299) forget();
    }, forget);
    mounted.addEventListener('abort', () => {
      forget();
      call.abort.abort();
    });
  }
  // In a task of its own: a click that has come meanwhile goes first.
  setTimeout(() => {
    if (mounted.aborted || context.isConnected) return;
    context.isConnected = true;
    mounted.addEventListener('abort', connectTo(options, context.element ?? document.body));
    // What cannot be loaded now is asked for again at the click.
    loadDialog(context.loadFile).then((dialog: DialogBundle) => dialog.warm(context, loadExtras), ignore);
  });
}
