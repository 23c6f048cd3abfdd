import type { AskedOrder, RetriedOrder } from '../../../merchant/orders/types.ts';
import type { Io } from '../../io.ts';
import { withProgress } from '../../progress.ts';
import type { Shop } from '../loadShop.ts';
import { chainLines, describeOrder, describeStuck } from './describeOrder.ts';
import { notFound, ordersOf, referenceOf } from './ordersOf.ts';

const print = (io: Io, lines: readonly string[]) => {
  for (const line of lines) io.out(line);
};

/** Shows an order from the click to the fulfilment. */
export async function showOrder(shop: Shop, typed: string, io: Io): Promise<number> {
  const order = await ordersOf(shop).show(await referenceOf(shop, typed));
  if (order === null) throw notFound(shop, typed);
  io.result({ ok: true, order });
  print(io, describeOrder(order));
  return 0;
}

/** Asks the gateway about an order now. Exit code 1 when something about it stays stuck, or the gateway could not be asked. */
export async function askOrder(shop: Shop, typed: string, io: Io): Promise<number> {
  const asked = await withProgress(
    io,
    'Waiting for the gateway',
    ordersOf(shop).ask(await referenceOf(shop, typed)),
  );
  if (asked === null) throw notFound(shop, typed);
  const isAnswered = asked.sessions.every(({ gateway }) => gateway !== null && gateway !== 'unreachable');
  const ok = isAnswered && asked.order.stuck.length === 0;
  io.result({ ok, ...asked });
  print(io, describeAsked(asked));
  return ok ? 0 : 1;
}

function describeAsked({ sessions, followed, order }: AskedOrder): string[] {
  return [
    ...sessions.flatMap(({ sessionId, said, was, now, error }) => [
      `Session ${sessionId}: ${said}${error === null ? '' : ` ${error}`}`,
      `  ${was === now ? `It stays "${was}".` : `It was "${was}" and is "${now}" now.`}`,
    ]),
    '',
    ...(followed.length === 0
      ? ['Nothing followed.']
      : ['What followed:', ...chainLines(followed, sessions.length > 1)]),
    ...order.stuck.flatMap((each) => ['', ...describeStuck(each)]),
  ];
}

const RESULTS: Readonly<Record<RetriedOrder['result'], string>> = {
  fulfilled: 'onPayment has finished: the order is fulfilled.',
  failed: 'onPayment failed again.',
  nothing_owed: 'Nothing was called: the order is not paid, or is fulfilled already.',
  busy: 'Another process is at work on this order: try again in a minute.',
};

/** Calls `onPayment` of one order again. Exit code 1 when it is owed still. */
export async function retryOrder(shop: Shop, typed: string, io: Io): Promise<number> {
  const retried = await withProgress(
    io,
    'Waiting for onPayment',
    ordersOf(shop).retry(await referenceOf(shop, typed)),
  );
  if (retried === null) throw notFound(shop, typed);
  const ok = retried.result === 'fulfilled' || retried.result === 'nothing_owed';
  io.result({ ok, ...retried });
  print(io, [RESULTS[retried.result], ...retried.order.stuck.flatMap(describeStuck)]);
  return ok ? 0 : 1;
}
