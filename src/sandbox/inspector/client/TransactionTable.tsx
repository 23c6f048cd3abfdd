import type { JSX } from 'preact';
import type { TransactionView } from '../../control/views.ts';
import { showClock, showJson } from './format.ts';
import type { Model } from './model.ts';
import { Pill } from './Pill.tsx';
import { Table } from './Table.tsx';

const EVENTS = ['processed', 'declined', 'failed', 'cancelled', 'expired', 'lapsed', 'unknown'];

export function TransactionTable({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <Table<TransactionView>
      caption="Transactions"
      rows={model.transactions.value}
      id={(line) => line.pspId}
      filter={filter}
      empty="No transaction yet. Create a session at POST /api/hpptoken/create."
      columns={[
        ['PspId', (line) => line.pspId],
        ['Created', (line) => showClock(line.createdAt)],
        ['Order', (line) => line.orderReference],
        ['Type', (line) => line.type],
        ['Amount', (line) => `${line.amount} ${line.currency}`],
        [
          'By',
          (line) =>
            line.card === null ? line.method : `${line.card.brand} ${line.card.maskedNumber.slice(-4)}`,
        ],
        ['State', (line) => <Pill word={line.state} />],
        ['Message', (line) => line.errorMessage],
      ]}
      detail={(line) => <TransactionDetail line={line} model={model} />}
    />
  );
}

function TransactionDetail({ line, model }: { line: TransactionView; model: Model }): JSX.Element {
  const notifications = model.notifications.value.filter(({ pspId }) => pspId === line.pspId);
  return (
    <>
      <p class="actions">
        End it as
        {EVENTS.map((event) => (
          <button key={event} type="button" onClick={() => void model.trigger(line.pspId, event)}>
            {event}
          </button>
        ))}
      </p>
      <p>
        {notifications.length === 0
          ? 'No notification yet.'
          : notifications.map(({ id, state, attempts }) => (
              <span key={id}>
                Notification {id}: <Pill word={state} />, {attempts.length} attempts.{' '}
              </span>
            ))}
      </p>
      <pre>{showJson(line)}</pre>
    </>
  );
}
