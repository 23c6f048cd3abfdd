import type { Action } from '../../wire/actions.ts';
import type { Basket } from '../../wire/basket.ts';

/** Asks the merchant's server to do something to the order on screen. @returns a sentence for the person who asked. */
export async function runAction(
  merchantOrigin: string,
  action: Action,
  order: Basket | undefined,
): Promise<string> {
  const reply = await fetch(`${merchantOrigin}/demo/action`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action, order }),
  }).catch(() => null);
  const answer = await reply?.json().catch(() => null);
  return reply?.ok ? 'Done.' : (answer?.error ?? 'The shop’s server does not answer.');
}
