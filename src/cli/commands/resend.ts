import { type Command, CommandError, type Input, text, UsageError } from '../command.ts';
import { CONTROL_HELP, CONTROL_OPTIONS, type Controls, controls } from '../controls.ts';

interface Notification {
  id: string;
  pspId: number;
  orderReference: string;
  status: string;
  url: string;
  attempts: readonly { number: number; status: number | null; error: string | null }[];
  state: string;
}

/** Delivers a notification of a running sandbox once more. */
export const resend: Command = {
  name: 'resend',
  summary: 'Deliver a notification once more',
  help: `Usage: hpp-checkout resend [<notification id>] [options]

  hpp-checkout resend                      Lists the notifications
  hpp-checkout resend 0f3a9c2e51b7d846     Delivers this one
  hpp-checkout resend --order A-1          Delivers the newest of this order

Exit code 1 when the merchant does not acknowledge it.

Options
  --order <reference>   The newest notification with this OrderReference
  --psp-id <id>         The newest notification of this transaction
${CONTROL_HELP}`,
  options: { ...CONTROL_OPTIONS, order: { type: 'string' }, 'psp-id': { type: 'string' } },
  async run(input, io) {
    if (input.positionals.length > 1) throw new UsageError('resend: expected one notification id.');
    const ask = controls(input, io);
    const { values } = input;
    const named = input.positionals[0] ?? text(values, 'order') ?? text(values, 'psp-id');
    if (named === undefined) {
      const all = await list(ask);
      for (const each of all) io.out(describe(each));
      if (all.length === 0) io.out('There are no notifications.');
      return 0;
    }
    const id = input.positionals[0] ?? (await newest(ask, input));
    const { notification } = await ask.post(`/notifications/${encodeURIComponent(id)}/resend`, {});
    const sent = notification as Notification;
    io.out(describe(sent));
    const last = sent.attempts.at(-1);
    return last?.error === null && sent.state === 'acknowledged' ? 0 : 1;
  },
};

async function list(ask: Controls): Promise<readonly Notification[]> {
  return (await ask.get('/notifications')).notifications as readonly Notification[];
}

async function newest(ask: Controls, { values }: Input): Promise<string> {
  const [order, pspId] = [text(values, 'order'), text(values, 'psp-id')];
  const found = (await list(ask)).findLast(
    (each) =>
      (order === undefined || each.orderReference === order) &&
      (pspId === undefined || String(each.pspId) === pspId),
  );
  if (found === undefined) throw new CommandError('There is no such notification.');
  return found.id;
}

function describe({ id, pspId, orderReference, status, url, attempts, state }: Notification): string {
  const last = attempts.at(-1);
  const outcome =
    last === undefined ? 'not sent yet' : `attempt ${last.number}: ${last.error ?? last.status}`;
  return `${id} ${pspId} ${orderReference} ${status} → ${url} (${state}, ${outcome})`;
}
