import { visuallyHidden } from '../../visuallyHidden.ts';

/** What stands around the tables. */
export const page: string = `
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

${visuallyHidden}
`;
