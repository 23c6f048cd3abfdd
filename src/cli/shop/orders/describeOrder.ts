import type { ChainEntry, OrderHistory, StuckOrder } from '../../../merchant/orders/types.ts';
import { printable } from '../../printable.ts';
import { table } from '../../table.ts';
import { durationText } from './durationText.ts';

/** An order's sessions, its chain and what is stuck about it, as lines. */
export function describeOrder(order: OrderHistory): string[] {
  const { orderReference, test, sessions, chain, stuck } = order;
  return [
    `Order ${printable(orderReference)} (${test ? 'test' : 'live'}): ${standingOf(order)}`,
    '',
    ...table([
      ['Session', 'Status', 'Amount', 'PSP id', 'Created', 'Asked the gateway'],
      ...sessions.map(({ sessionId, status, amount, currency, pspId, createdAt, polls }) => [
        sessionId,
        status,
        `${amount} ${currency}`,
        pspId ?? '-',
        createdAt.toISOString(),
        polls === 1 ? 'once' : `${polls} times`,
      ]),
    ]),
    '',
    ...chainLines(chain, sessions.length > 1),
    ...stuck.flatMap((each) => ['', ...describeStuck(each)]),
  ];
}

function standingOf({ fulfilment, stuck }: OrderHistory): string {
  if (fulfilment === null) return stuck.length === 0 ? 'not paid' : 'not paid, STUCK';
  const calls = `onPayment was called ${fulfilment.attempts === 1 ? 'once' : `${fulfilment.attempts} times`}`;
  const isDone = fulfilment.state === 'done';
  return `${isDone ? 'paid and fulfilled' : 'PAID, NOT FULFILLED'}; ${calls}`;
}

/** Each with its time, the time since the first, who did it, and what. */
export function chainLines(chain: readonly ChainEntry[], withSession: boolean): string[] {
  return table([
    ['When', 'Since start', 'Since last', 'Who', 'What', ...(withSession ? ['Session'] : [])],
    ...chain.map(({ at, sinceStartMs, sincePreviousMs, actor, text, sessionId }) => [
      at.toISOString(),
      `+${durationText(sinceStartMs)}`,
      `+${durationText(sincePreviousMs)}`,
      actor,
      printable(text),
      ...(withSession ? [sessionId.slice(0, 8)] : []),
    ]),
  ]);
}

/** One thing that is stuck, with why and what to do. */
export function describeStuck({
  reason,
  since,
  attempts,
  lastError,
  explanation,
  remedy,
}: StuckOrder): string[] {
  return [
    `STUCK: ${reason}, since ${since.toISOString()}${attemptsText(attempts)}`,
    `  ${printable(explanation)}`,
    ...(lastError === null ? [] : [`  Last error: ${printable(lastError)}`]),
    // As it is: a command in it has the order's very reference.
    `  Do: ${remedy}`,
  ];
}

function attemptsText(attempts: number): string {
  if (attempts === 0) return '';
  return attempts === 1 ? ', 1 attempt' : `, ${attempts} attempts`;
}
