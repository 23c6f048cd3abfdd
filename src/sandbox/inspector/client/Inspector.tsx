import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ClockBar } from './ClockBar.tsx';
import { EventList } from './EventList.tsx';
import { FaultPanel } from './FaultPanel.tsx';
import type { Model } from './model.ts';
import { NotificationTable } from './NotificationTable.tsx';
import { ProfileTable } from './ProfileTable.tsx';
import { RequestTable } from './RequestTable.tsx';
import { TokenTable } from './TokenTable.tsx';
import { TransactionTable } from './TransactionTable.tsx';
import { Unlock } from './Unlock.tsx';

const LINKS = {
  starting: 'Connecting…',
  live: 'Live',
  lost: 'Connection lost, trying again…',
  locked: 'Locked',
};

const VIEWS = [
  ['transactions', 'Transactions', TransactionTable],
  ['requests', 'Requests', RequestTable],
  ['notifications', 'Notifications', NotificationTable],
  ['tokens', 'Card tokens', TokenTable],
  ['faults', 'Faults', FaultPanel],
  ['events', 'Events', EventList],
  ['profile', 'Profile', ProfileTable],
] as const;

/** The whole page: clock and reset above, one view at a time below. */
export function Inspector({ model }: { model: Model }): JSX.Element {
  const view = useSignal<(typeof VIEWS)[number][0]>('transactions');
  const filter = useSignal('');
  const link = model.link.value;
  const Shown = (VIEWS.find(([name]) => name === view.value) ?? VIEWS[0])[2];
  const count = (name: string) => {
    const list = name in model && name !== 'profile' ? model[name as 'transactions'].value : [];
    return list.length === 0 ? null : <span class="count">{list.length}</span>;
  };
  return (
    <>
      <header>
        <h1>Sandbox inspector</h1>
        <p role="status" class="link" data-link={link}>
          {LINKS[link]}
        </p>
        <ClockBar model={model} />
      </header>
      {model.problem.value !== null && (
        <p role="alert" class="problem">
          {model.problem.value}
          <button type="button" onClick={model.dismiss}>
            Dismiss
          </button>
        </p>
      )}
      {link === 'locked' ? (
        <Unlock model={model} />
      ) : (
        <>
          <nav aria-label="Views">
            {VIEWS.map(([name, title]) => (
              <button
                key={name}
                type="button"
                aria-current={view.value === name ? 'page' : undefined}
                onClick={() => {
                  view.value = name;
                }}
              >
                {title}
                {count(name)}
              </button>
            ))}
            <input
              type="search"
              aria-label="Filter"
              placeholder="Filter"
              value={filter.value}
              onInput={(event) => {
                filter.value = event.currentTarget.value;
              }}
            />
          </nav>
          <main>
            <Shown model={model} filter={filter.value} />
          </main>
        </>
      )}
    </>
  );
}
