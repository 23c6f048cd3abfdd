import type { CheckoutOptions } from './options.ts';

const warmed = new WeakSet<AbortSignal>();

/**
 * Opens the connection to the gateway, in the partition its frame will use; `preconnect` opens it in another one.
 * Once for each mount, and never for a customer who saves data.
 *
 * @param mounted aborted when the button is taken away; the hidden frame goes with it.
 */
export function warmUp({ gatewayOrigins }: CheckoutOptions, mounted: AbortSignal): void {
  const origin = gatewayOrigins?.[0];
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!origin || connection?.saveData || mounted.aborted || warmed.has(mounted)) return;
  warmed.add(mounted);
  const frame = document.createElement('iframe');
  frame.src = `${origin}/robots.txt`;
  frame.style.display = 'none';
  document.body.append(frame);
  mounted.addEventListener('abort', () => frame.remove());
}
