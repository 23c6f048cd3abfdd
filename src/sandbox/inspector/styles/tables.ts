/** Rows, what a row opens, and the marks in its cells. */
export const tables: string = `
.scroll {
  overflow-x: auto;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  background: var(--surface);
}

table {
  inline-size: 100%;
  border-collapse: collapse;
}

caption {
  padding: 0.5rem 0.75rem;
  text-align: start;
  font-weight: 600;
}

th,
td {
  padding: 0.375rem 0.75rem;
  border-block-start: 1px solid var(--line);
  text-align: start;
  vertical-align: top;
  overflow-wrap: break-word;
}

th {
  white-space: nowrap;
  font-weight: 600;
  color: var(--muted);
}

td {
  font-variant-numeric: tabular-nums;
}

td li {
  overflow-wrap: anywhere;
}

.detail > td {
  background: var(--page);
}

.detail p {
  margin-block-end: 0.5rem;
}

.opener {
  min-block-size: 1.5rem;
  inline-size: 1.5rem;
  padding: 0;
  border-color: transparent;
}

.opener::before {
  content: "▸";
}

.opener[aria-expanded="true"]::before {
  content: "▾";
}

pre {
  margin: 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  font: 0.8125rem / 1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace;
}

.pair {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr));
  gap: 1rem;
}

.pill {
  padding: 0 0.5rem;
  border-radius: 1rem;
  font-weight: 600;
  white-space: nowrap;
  background: var(--line);
}

.pill[data-tone="good"] {
  color: var(--good);
  background: var(--good-soft);
}

.pill[data-tone="bad"] {
  color: var(--bad);
  background: var(--bad-soft);
}

.pill[data-tone="wait"] {
  color: var(--wait);
  background: var(--wait-soft);
}

.empty {
  padding: 3rem 1rem;
  text-align: center;
  color: var(--muted);
}
`;
