import type { JSX } from 'preact';
import type { SandboxEvent } from '../../events.ts';
import { showClock, showJson } from './format.ts';
import type { Model } from './model.ts';
import { Table } from './Table.tsx';

export function EventList({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <Table<SandboxEvent>
      caption="Everything that happened"
      rows={[...model.events.value].reverse()}
      id={(event) => event.sequence}
      filter={filter}
      empty="Nothing has happened yet."
      columns={[
        ['No.', (event) => event.sequence],
        ['At', (event) => showClock(event.at)],
        ['Event', (event) => event.type],
        ['Order', (event) => event.orderReference],
        ['PspId', (event) => event.pspId],
      ]}
      detail={(event) => <pre>{showJson(event.data)}</pre>}
    />
  );
}
