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
      id={(transaction) => transaction.pspId}
      filter={filter}
      empty="No transaction yet. Create a session at POST /api/hpptoken/create."
      columns={[
        ['PspId', (transaction) => transaction.pspId],
        ['Created', (transaction) => showClock(transaction.createdAt)],
        ['Order', (transaction) => transaction.orderReference],
        ['Type', (transaction) => transaction.type],
        ['Amount', (transaction) => `${transaction.amount} ${transaction.currency}`],
        [
          'By',
          (transaction) =>
            transaction.card === null
              ? transaction.method
              : `${transaction.card.brand} ${transaction.card.maskedNumber.slice(-4)}`,
        ],
        ['State', (transaction) => <Pill state={transaction.state} />],
        ['Message', (transaction) => transaction.errorMessage],
      ]}
      detail={(transaction) => <TransactionDetail transaction={transaction} model={model} />}
    />
  );
}

function TransactionDetail({
  transaction,
  model,
}: {
  transaction: TransactionView;
  model: Model;
}): JSX.Element {
  const notifications = model.notifications.value.filter(({ pspId }) => pspId === transaction.pspId);
  return (
    <>
      <p class="actions">
        End it as
        {EVENTS.map((event) => (
          <button key={event} type="button" onClick={() => void model.trigger(transaction.pspId, event)}>
            {event}
          </button>
        ))}
      </p>
      <p>
        {notifications.length === 0
          ? 'No notification yet.'
          : notifications.map(({ id, state, attempts }) => (
              <span key={id}>
                Notification {id}: <Pill state={state} />, {attempts.length} attempts.{' '}
              </span>
            ))}
      </p>
      <pre>{showJson(transaction)}</pre>
    </>
  );
}
