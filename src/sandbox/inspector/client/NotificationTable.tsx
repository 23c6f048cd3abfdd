import type { JSX } from 'preact';
import type { NotificationView } from '../../control/views.ts';
import { showClock } from './format.ts';
import type { Model } from './model.ts';
import { Pill } from './Pill.tsx';
import { Table } from './Table.tsx';

export function NotificationTable({ model, filter }: { model: Model; filter: string }): JSX.Element {
  const paused = model.paused.value;
  return (
    <>
      <p class="actions">
        {paused ? 'Deliveries are paused.' : 'Deliveries run.'}
        <button type="button" onClick={() => void model.pause(!paused)}>
          {paused ? 'Resume deliveries' : 'Pause deliveries'}
        </button>
      </p>
      <Table<NotificationView>
        caption="Notifications"
        rows={model.notifications.value}
        id={(notification) => notification.id}
        filter={filter}
        empty="No notification yet. One is sent when a transaction ends."
        columns={[
          ['Created', (notification) => showClock(notification.createdAt)],
          ['Order', (notification) => notification.orderReference],
          ['Status', (notification) => notification.status],
          ['To', (notification) => notification.url],
          ['Attempts', (notification) => notification.attempts.length],
          ['State', (notification) => <Pill state={notification.state} />],
          ['Next', ({ nextAt }) => (nextAt === null ? null : showClock(nextAt))],
          [
            'Resend',
            (notification) => (
              <button type="button" onClick={() => void model.resend(notification.id)}>
                Resend<span class="visually-hidden"> {notification.id}</span>
              </button>
            ),
          ],
        ]}
        detail={({ attempts }) =>
          attempts.length === 0 ? <p>Not delivered yet.</p> : <Attempts attempts={attempts} />
        }
      />
    </>
  );
}

function Attempts({ attempts }: { attempts: NotificationView['attempts'] }): JSX.Element {
  return (
    <table>
      <thead>
        <tr>
          {['Attempt', 'At', 'Status', 'Took', 'Reply'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {attempts.map(({ number, at, status, durationMs, reply, error }) => (
          <tr key={number}>
            <td>{number}</td>
            <td>{showClock(at)}</td>
            <td>{status ?? 'none'}</td>
            <td>{Math.round(durationMs)} ms</td>
            <td>{error ?? reply}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
