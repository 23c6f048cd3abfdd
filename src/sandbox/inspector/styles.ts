/** The inspector's style sheet: dense, plain, light and dark. */
export const styles: string = `
:root {
  color-scheme: light dark;
  --page: #f4f6fa;
  --surface: #fff;
  --ink: #152033;
  --muted: #54617a;
  --line: #d9dfea;
  --accent: #1d4fd7;
  --good: #0b6b3a;
  --good-soft: #e3f5ea;
  --bad: #b3261e;
  --bad-soft: #fdecea;
  --wait: #6b4a00;
  --wait-soft: #fff4d6;
}

@media (prefers-color-scheme: dark) {
  :root {
    --page: #0c1017;
    --surface: #161c27;
    --ink: #e9edf4;
    --muted: #a5b1c5;
    --line: #2c3647;
    --accent: #8db1ff;
    --good: #8fdcae;
    --good-soft: #12301f;
    --bad: #ffb4ab;
    --bad-soft: #361b1b;
    --wait: #ffd98a;
    --wait-soft: #382c10;
  }
}

* {
  box-sizing: border-box;
}

body {
  margin: 0;
  font: 0.875rem / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  color: var(--ink);
  background: var(--page);
}

header,
nav {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 0.75rem;
  padding: 0.75rem 1.25rem;
  background: var(--surface);
  border-block-end: 1px solid var(--line);
}

nav {
  position: sticky;
  inset-block-start: 0;
  z-index: 1;
  padding-block: 0.375rem;
}

h1,
h3,
p,
ul {
  margin: 0;
  padding: 0;
}

ul {
  list-style: none;
}

h1 {
  font-size: 1.0625rem;
}

h3 {
  font-size: 0.8125rem;
  color: var(--muted);
}

main {
  padding: 1rem 1.25rem 4rem;
}

.unseen {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

button,
input,
select {
  min-block-size: 2rem;
  padding: 0.125rem 0.625rem;
  border: 1px solid var(--muted);
  border-radius: 0.375rem;
  font: inherit;
  color: var(--ink);
  background: var(--surface);
}

button {
  cursor: pointer;
}

button:hover {
  border-color: var(--accent);
  color: var(--accent);
}

:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 1px;
}

.link {
  padding: 0 0.5rem;
  border-radius: 1rem;
  font-weight: 600;
  color: var(--wait);
  background: var(--wait-soft);
}

.link[data-link="live"] {
  color: var(--good);
  background: var(--good-soft);
}

.clock,
.clock form,
.actions,
.fault,
.unlock {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.375rem;
}

.clock {
  margin-inline-start: auto;
}

time {
  font-variant-numeric: tabular-nums;
  font-weight: 600;
}

.danger {
  color: var(--bad);
  border-color: var(--bad);
}

.problem {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 1rem;
  padding: 0.5rem 1.25rem;
  color: var(--bad);
  background: var(--bad-soft);
}

nav button {
  border-color: transparent;
}

nav button[aria-current="page"] {
  border-color: var(--accent);
  color: var(--accent);
  font-weight: 600;
}

nav input {
  margin-inline-start: auto;
}

.count {
  margin-inline-start: 0.375rem;
  font-variant-numeric: tabular-nums;
  color: var(--muted);
}

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

.actions,
.fault {
  margin-block-end: 0.75rem;
}

.clock .actions {
  margin: 0;
}

.fault,
.unlock {
  align-items: end;
}

.fault label,
.unlock label {
  display: grid;
  font-size: 0.8125rem;
  color: var(--muted);
}
`;
