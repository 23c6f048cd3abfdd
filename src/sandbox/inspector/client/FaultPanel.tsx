import type { JSX } from 'preact';
import type { Fault } from '../../faults/fault.ts';
import { showJson } from './format.ts';
import type { Model } from './model.ts';
import { readFault } from './readFault.ts';
import { Table } from './Table.tsx';

const OPERATIONS = [
  '*',
  'createHpp',
  'retrieve',
  'execute',
  'tokenise',
  'getToken',
  'deleteToken',
  'page',
  'notification',
];
const KINDS = ['status', 'delay', 'reset', 'hang', 'malformed', 'empty', 'rateLimit'];

export function FaultPanel({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <>
      <form
        class="fault"
        onSubmit={(event) => {
          event.preventDefault();
          void model.addFault(readFault(new FormData(event.currentTarget)));
        }}
      >
        <label>
          Do
          <select name="do">
            {KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </label>
        <label>
          on
          <select name="operation">
            {OPERATIONS.map((operation) => (
              <option key={operation}>{operation}</option>
            ))}
          </select>
        </label>
        <label>
          Status
          <input name="status" type="number" min={200} max={599} value={503} />
        </label>
        <label>
          Delay, ms
          <input name="ms" type="number" min={0} value={3000} />
        </label>
        <label>
          Times
          <input name="times" type="number" min={1} placeholder="for ever" />
        </label>
        <label>
          Order
          <input name="orderReference" placeholder="any" />
        </label>
        <label>
          Takes effect
          <select name="when">
            <option value="before">before the request does</option>
            <option value="after">after the request did</option>
          </select>
        </label>
        <button type="submit">Add the fault</button>
      </form>
      <Table<Fault>
        caption="Faults in force"
        rows={model.faults.value}
        id={({ id }) => id}
        filter={filter}
        empty="No fault is in force: every request is answered as it should be."
        columns={[
          ['Id', (fault) => fault.id],
          ['Do', (fault) => fault.do],
          ['On', (fault) => fault.match.operation ?? '*'],
          ['Times', (fault) => fault.times ?? 'for ever'],
          ['Hits', (fault) => fault.hits],
          [
            'Remove',
            (fault) => (
              <button type="button" onClick={() => void model.removeFault(fault.id)}>
                Remove<span class="visually-hidden"> {fault.id}</span>
              </button>
            ),
          ],
        ]}
        detail={(fault) => <pre>{showJson(fault)}</pre>}
      />
    </>
  );
}
