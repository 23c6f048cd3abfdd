import { ALL_MARKS, SHOWN_MARKS } from '../BrandMark.tsx';

const marksShown = `.mark .brand-mark {
  display: none;
}

${[
  ...SHOWN_MARKS.map((name) => `.mark[data-name=""] [data-mark="${name}"]`),
  ...ALL_MARKS.map((name) => `.mark[data-name="${name}"] [data-mark="${name}"]`),
].join(',\n')} {
  display: block;
}
`;

/** Fields and buttons. */
export const form: string = `
/* The work */

.work {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: 1.25rem;
  padding: 1.25rem;
}

.ways,
.panel,
.card-form {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1rem;
}

.fields {
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  align-items: start;
  gap: 1rem;
}

.wide {
  grid-column: 1 / -1;
}

.field label {
  display: block;
  margin-block-end: 0.375rem;
  font-size: 0.9375rem;
  font-weight: 600;
}

.control {
  display: flex;
  align-items: center;
  min-block-size: 3rem;
  border: 1px solid var(--field-line);
  border-radius: var(--radius);
  background: var(--field);
}

.control:focus-within {
  border-color: var(--accent);
  outline: 2px solid var(--accent);
  outline-offset: 0;
}

.control input,
.control select {
  flex: 1;
  min-inline-size: 0;
  block-size: 100%;
  min-block-size: 2.875rem;
  padding-inline: 0.875rem;
  border: 0;
  border-radius: inherit;
  outline: 0;
  font: inherit;
  font-variant-numeric: tabular-nums;
  color: var(--ink);
  background: transparent;
}

.control select option {
  color: var(--ink);
  background: var(--field);
}

.control input:-webkit-autofill {
  -webkit-text-fill-color: var(--ink);
  box-shadow: inset 0 0 0 100vmax var(--accent-soft);
}

.control input[readonly] {
  color: var(--muted);
}

.control:has([readonly]) {
  border-style: dashed;
}

.control:has([aria-invalid="true"]) {
  border-color: var(--danger);
  box-shadow: inset 0 0 0 1px var(--danger);
}

::placeholder {
  color: var(--muted);
  opacity: 1;
}

[dir="rtl"] input[dir="ltr"] {
  text-align: right;
}

.hint,
.problem {
  margin-block-start: 0.375rem;
  font-size: 0.875rem;
  line-height: 1.4;
}

.hint {
  color: var(--muted);
}

.problem {
  font-weight: 500;
  color: var(--danger);
}

.problem:empty,
.field:has([aria-invalid="true"]) .hint {
  display: none;
}

.mark {
  display: flex;
  align-items: center;
  gap: 0.25rem;
  padding-inline: 0.25rem 0.75rem;
}

.brand-mark {
  flex: none;
  inline-size: 2.125rem;
  block-size: 1.375rem;
  fill: none;
  stroke: #fff;
  stroke-width: 1.4;
  stroke-linecap: round;
  stroke-linejoin: round;
}

.brand-mark rect {
  stroke: #fff3;
  stroke-width: 1;
}

/* The marks of what is taken, and of one network as soon as the number says which. */
${marksShown}

/* Buttons */

button {
  min-block-size: 3rem;
  padding: 0.5rem 1.25rem;
  border: 1px solid transparent;
  border-radius: var(--radius);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  touch-action: manipulation;
}

.pay {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  inline-size: 100%;
  min-block-size: 3.25rem;
  font-size: 1.0625rem;
  color: var(--on-button);
  background: var(--button);
}

.pay:hover {
  background: var(--button-strong);
}

a.pay {
  padding: 0.5rem 1.25rem;
  border-radius: var(--radius);
  font-weight: 600;
  text-decoration: none;
}

.express {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.75rem;
  inline-size: 100%;
  color: var(--surface);
  background: var(--ink);
}

.express:hover {
  background: var(--muted);
}

.second {
  color: var(--ink);
  background: transparent;
  border-color: var(--field-line);
}

.second:hover,
.small:hover {
  background: var(--accent-soft);
}

.quiet {
  max-inline-size: 100%;
  overflow-wrap: anywhere;
  min-block-size: 2.75rem;
  color: var(--muted);
  background: none;
  font-weight: 500;
  text-decoration: underline;
  text-decoration-color: transparent;
  text-underline-offset: 0.2em;
}

.quiet:hover {
  color: var(--ink);
  text-decoration-color: currentcolor;
}

.small {
  min-block-size: 2.25rem;
  padding: 0.25rem 0.75rem;
  font-size: 0.875rem;
  color: var(--accent);
  background: var(--surface);
  border-color: var(--line);
}

[aria-disabled="true"] {
  cursor: progress;
}

.pay[aria-disabled="true"] .icon {
  display: none;
}

.pay[aria-disabled="true"]::before {
  content: "";
  inline-size: 1.125rem;
  block-size: 1.125rem;
  border: 2px solid currentcolor;
  border-inline-end-color: transparent;
  border-radius: 50%;
}

@media (prefers-reduced-motion: no-preference) {
  .pay[aria-disabled="true"]::before {
    animation: turn 0.9s linear infinite;
  }

  button {
    transition: background-color 0.12s;
  }
}

@keyframes turn {
  to {
    rotate: 1turn;
  }
}

.cancel {
  display: grid;
  justify-items: center;
  margin-block-start: -0.75rem;
}

.secure {
  display: flex;
  gap: 0.5rem;
  justify-content: center;
  font-size: 0.8125rem;
  line-height: 1.5;
  color: var(--muted);
}
`;
