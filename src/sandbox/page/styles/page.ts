import { visuallyHidden } from '../../visuallyHidden.ts';

/** The page, its texts, and the side with the sum. */
export const page: string = `
*,
*::before,
*::after {
  box-sizing: border-box;
}

html {
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  margin: 0;
  min-block-size: 100dvb;
  font:
    1rem / 1.5 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Helvetica Neue",
    Arial,
    sans-serif;
  color: var(--ink);
  background: var(--surface);
}

h1,
h2,
p,
ul,
dl,
dd,
fieldset {
  margin: 0;
  padding: 0;
  border: 0;
}

ul {
  list-style: none;
}

h2 {
  font-size: 1rem;
  line-height: 1.4;
}

[hidden] {
  display: none !important;
}

${visuallyHidden}

.icon {
  flex: none;
  inline-size: 1.25em;
  block-size: 1.25em;
  fill: none;
  stroke: currentcolor;
  stroke-width: 1.6;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.grow {
  flex: 1;
  min-inline-size: 0;
}

small {
  display: block;
  font-size: 0.875rem;
  color: var(--muted);
}

a {
  color: var(--accent);
  text-underline-offset: 0.15em;
}

:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}

/* The sum */

.summary {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0.25rem 1rem;
  padding: 1rem 1.25rem 1.25rem;
  color: var(--head-ink);
  background: var(--head);
  border-block-end: 1px solid var(--line);
}

.monogram {
  display: none;
  place-items: center;
  inline-size: 3.25rem;
  block-size: 3.25rem;
  border-radius: calc(var(--radius) * 1.25);
  font: 650 1.625rem / 1 var(--display);
  text-transform: uppercase;
  color: var(--on-button);
  background: var(--button);
}

.summary h1 {
  grid-column: 1 / -1;
  margin-block-start: 0.75rem;
  font: inherit;
  overflow-wrap: anywhere;
}

.payee {
  display: block;
  color: var(--head-muted);
}

.payee bdi {
  color: var(--head-ink);
  font-weight: 600;
}

.amount {
  display: block;
  font: 650 clamp(1.625rem, 9vw, 2.25rem) / 1.2 var(--display);
  letter-spacing: -0.015em;
  font-variant-numeric: tabular-nums;
}

.order {
  grid-column: 1 / -1;
  font-size: 0.9375rem;
  color: var(--head-muted);
  overflow-wrap: anywhere;
}

.sandbox {
  justify-self: start;
  padding: 0.125rem 0.625rem;
  border-radius: 1rem;
  font-size: 0.8125rem;
  font-weight: 600;
  color: var(--note);
  background: var(--note-soft);
}

.time {
  grid-column: 2;
  grid-row: 1;
  display: flex;
  align-items: center;
  gap: 0.375rem;
  font-size: 0.875rem;
  color: var(--head-muted);
  font-variant-numeric: tabular-nums;
}

/* The script tells the time; its place is there before. */
.time[hidden] {
  display: flex;
  visibility: hidden;
}

.time[data-short] {
  color: var(--head-ink);
  font-weight: 600;
}
`;
