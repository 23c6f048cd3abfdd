import type { JSX } from 'preact';
import type { LoggedRequest } from '../../api/requestLog.ts';
import { showClock, showJson } from './format.ts';
import type { Model } from './model.ts';
import { Table } from './Table.tsx';

export function RequestTable({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <Table<LoggedRequest>
      caption="Requests to the API, redacted"
      rows={model.requests.value}
      id={(request) => request.id}
      filter={filter}
      empty="No request yet."
      columns={[
        ['No.', (request) => request.id],
        ['At', (request) => showClock(request.at)],
        ['Method', (request) => request.method],
        ['Path', (request) => request.path],
        ['Order', (request) => request.orderReference],
        ['Status', (request) => request.status ?? 'none'],
        ['Fault', (request) => request.fault],
        ['Warning', (request) => request.warning],
      ]}
      detail={(request) => (
        <div class="pair">
          <section>
            <h3>Request</h3>
            <pre>{showJson(request.request)}</pre>
          </section>
          <section>
            <h3>Answer</h3>
            <pre>{showJson(request.response)}</pre>
          </section>
        </div>
      )}
    />
  );
}
