import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';

interface Props<Row> {
  caption: string;
  rows: readonly Row[];
  /** What a row is known by. */
  id: (row: Row) => string | number;
  columns: readonly (readonly [title: string, cell: (row: Row) => ComponentChildren])[];
  /** What an opened row shows below itself. */
  detail?: (row: Row) => ComponentChildren;
  filter: string;
  empty: string;
}

/** Rows, newest first, that open on demand. A row is kept when any text of it holds the filter. */
export function Table<Row>({ caption, rows, id, columns, detail, filter, empty }: Props<Row>): JSX.Element {
  const opened = useSignal<ReadonlySet<string | number>>(new Set());
  const wanted = filter.trim().toLowerCase();
  const shown = [...rows].reverse().filter((row) => JSON.stringify(row).toLowerCase().includes(wanted));
  const toggle = (key: string | number) => {
    const next = new Set(opened.value);
    if (!next.delete(key)) next.add(key);
    opened.value = next;
  };
  if (shown.length === 0) return <p class="empty">{wanted === '' ? empty : 'Nothing matches the filter.'}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (axe: scrollable-region-focusable)
    <section class="scroll" tabIndex={0} aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {detail && (
              <th scope="col">
                <span class="visually-hidden">Details</span>
              </th>
            )}
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        {shown.map((row) => {
          const key = id(row);
          const isOpen = opened.value.has(key);
          return (
            <tbody key={key}>
              <tr>
                {detail && (
                  <td>
                    <button
                      type="button"
                      class="opener"
                      aria-expanded={isOpen}
                      aria-label={`Details of ${key}`}
                      onClick={() => toggle(key)}
                    />
                  </td>
                )}
                {columns.map(([title, cell]) => (
                  <td key={title}>{cell(row)}</td>
                ))}
              </tr>
              {detail && isOpen && (
                <tr class="detail">
                  <td colSpan={columns.length + 1}>{detail(row)}</td>
                </tr>
              )}
            </tbody>
          );
        })}
      </table>
    </section>
  );
}
