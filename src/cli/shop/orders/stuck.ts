import { REASONS } from '../../../merchant/orders/reasons.ts';
import type { StuckOrder, StuckPage } from '../../../merchant/orders/types.ts';
import { type Input, text, UsageError, whole } from '../../command.ts';
import type { Io } from '../../io.ts';
import { printable } from '../../printable.ts';
import { withProgress } from '../../progress.ts';
import { table } from '../../table.ts';
import { timeOf } from '../../timeOf.ts';
import type { Shop } from '../loadShop.ts';
import { durationText } from './durationText.ts';
import { ordersOf } from './ordersOf.ts';

const MOST = 1_000;

/** What `orders stuck` was asked, read before the shop is loaded. */
export function readStuckQuery({ values }: Input) {
  const since = text(values, 'since');
  return {
    limit: whole(values, 'limit', 1, MOST) ?? 100,
    sinceTime: since === undefined ? null : timeOf('--since', since),
    after: text(values, 'after'),
  };
}

/** Lists what is stuck. Exit code 1 when something is. */
export async function listStuck(
  shop: Shop,
  { limit, sinceTime, after }: ReturnType<typeof readStuckQuery>,
  io: Io,
): Promise<number> {
  const now = await shop.store.now();
  const page = await withProgress(
    io,
    'Looking through the store',
    ordersOf(shop)
      .stuck({
        limit,
        ...(sinceTime === null ? {} : { since: new Date(sinceTime(now)) }),
        ...(after === undefined ? {} : { after }),
      })
      .catch((error: unknown) => {
        // All else of the query was read before.
        if (after === undefined || !(error instanceof TypeError)) throw error;
        throw new UsageError(
          `--after: expected the place that the last page named, got "${printable(after)}".`,
        );
      }),
  );
  const ok = page.stuck.length === 0;
  io.result({ ok, ...page });
  for (const line of describe(page, now)) io.out(line);
  return ok ? 0 : 1;
}

function describe({ stuck, next }: StuckPage, now: number): string[] {
  if (stuck.length === 0) return ['Nothing is stuck.'];
  const lines = [`STUCK: ${stuck.length}${next === null ? '' : ' and more'}`];
  for (const reason of new Set(stuck.map((each) => each.reason))) {
    const some = stuck.filter((each) => each.reason === reason);
    lines.push('', ...describeReason(some, now));
  }
  if (next !== null) lines.push('', `There may be more: --after ${next}`);
  return lines;
}

/** What it means and what to do once, then one line for each. */
function describeReason(some: readonly StuckOrder[], now: number): string[] {
  const [first] = some as readonly [StuckOrder, ...StuckOrder[]];
  const remedy = some.length === 1 ? first.remedy : REASONS[first.reason].remedy;
  const hasErrors = some.some(({ lastError }) => lastError !== null);
  const isOfSessions = first.sessionId !== null;
  return [
    `${first.reason} (${some.length})`,
    `  ${printable(first.explanation)}`,
    `  Do: ${remedy}`,
    ...table([
      [
        '  Order',
        'Since',
        'For',
        'Amount',
        'PSP id',
        ...(isOfSessions ? ['Attempts'] : ['Deliveries']),
        ...(hasErrors ? ['Last error'] : []),
      ],
      ...some.map(({ orderReference, since, amount, currency, pspId, attempts, lastError }) => [
        `  ${printable(orderReference ?? '-')}`,
        since.toISOString(),
        durationText(Math.max(0, now - since.getTime())),
        amount === null ? '-' : `${amount} ${currency ?? ''}`,
        pspId ?? '-',
        String(attempts),
        ...(hasErrors ? [printable(lastError ?? '')] : []),
      ]),
    ]),
  ];
}
