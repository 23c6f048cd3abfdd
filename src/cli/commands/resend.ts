import { atMostWords, type Command, CommandError, type Input, text, UsageError } from '../command.ts';
import { CONTROL_HELP, CONTROL_OPTIONS, type Controls, controls } from '../controls.ts';
import { timeOf } from '../timeOf.ts';

interface Notification {
  id: string;
  pspId: number;
  orderReference: string;
  status: string;
  url: string;
  attempts: readonly { number: number; status: number | null; error: string | null }[];
  state: string;
  /** Milliseconds, by the sandbox's clock. */
  createdAt: number;
}

/** Delivers a notification of a running sandbox once more. */
export const resend: Command = {
  name: 'resend',
  summary: 'Deliver a notification once more',
  help: `Usage: hpp-checkout resend [<notification id>] [options]

  hpp-checkout resend                      Lists the notifications
  hpp-checkout resend 0f3a9c2e51b7d846     Delivers this one
  hpp-checkout resend --order A-1          Delivers the newest of this order
  hpp-checkout resend --since 2h           Delivers all of the last two hours, oldest first

Exit code 1 when the merchant does not acknowledge one.

Options
  --order <reference>   The newest notification with this OrderReference
  --psp-id <id>         The newest notification of this transaction
  --since <when>        All notifications since then: 90m, 24h, 7d back by the sandbox's clock, or 2030-01-15, or
                        2030-01-15T12:00:00Z. With --order or --psp-id: all of these
${CONTROL_HELP}`,
  json: '{ ok, notifications: [{ id, pspId, orderReference, status, url, state, attempts }] }',
  options: {
    ...CONTROL_OPTIONS,
    order: { type: 'string' },
    'psp-id': { type: 'string' },
    since: { type: 'string' },
  },
  async run(input, io) {
    atMostWords('resend', input, 1);
    const { values, positionals } = input;
    const named = ['order', 'psp-id', 'since'].filter((name) => text(values, name) !== undefined);
    if (positionals.length > 0 && named.length > 0) {
      throw new UsageError(`resend: expected a notification id or --${named[0]}, not both.`);
    }
    const since = text(values, 'since');
    const sinceTime = since === undefined ? null : timeOf('--since', since);
    const ask = controls(input, io);
    if (positionals.length === 0 && named.length === 0) {
      const all = await list(ask);
      for (const each of all) io.out(describe(each));
      if (all.length === 0) io.out('There are no notifications.');
      io.result({ ok: true, notifications: all });
      return 0;
    }
    const ids = positionals.length > 0 ? positionals : await chosen(ask, input, sinceTime);
    const sent: Notification[] = [];
    for (const id of ids) {
      const { notification } = await ask.post(`/notifications/${encodeURIComponent(id)}/resend`, {});
      sent.push(notification as Notification);
      io.out(describe(notification as Notification));
    }
    const ok = sent.every(isAcknowledged);
    io.result({ ok, notifications: sent });
    return ok ? 0 : 1;
  },
};

function isAcknowledged({ attempts, state }: Notification): boolean {
  return attempts.at(-1)?.error === null && state === 'acknowledged';
}

async function list(ask: Controls): Promise<readonly Notification[]> {
  return (await ask.get('/notifications')).notifications as readonly Notification[];
}

/** The newest that fits, or all since a time. */
async function chosen(
  ask: Controls,
  { values }: Input,
  since: ((now: number) => number) | null,
): Promise<readonly string[]> {
  const [order, pspId] = [text(values, 'order'), text(values, 'psp-id')];
  const fitting = (await list(ask)).filter(
    (each) =>
      (order === undefined || each.orderReference === order) &&
      (pspId === undefined || String(each.pspId) === pspId),
  );
  const from = since === null ? null : since(Number((await ask.get('/clock')).now));
  const found = from === null ? fitting.slice(-1) : fitting.filter(({ createdAt }) => createdAt >= from);
  if (found.length === 0) throw new CommandError('There is no such notification.', 'not_found');
  return found.map(({ id }) => id);
}

function describe({ id, pspId, orderReference, status, url, attempts, state }: Notification): string {
  const last = attempts.at(-1);
  const outcome =
    last === undefined ? 'not sent yet' : `attempt ${last.number}: ${last.error ?? last.status}`;
  return `${id} ${pspId} ${orderReference} ${status} → ${url} (${state}, ${outcome})`;
}
