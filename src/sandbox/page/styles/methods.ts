/** Ways to pay, saved cards, test cards. */
export const methods: string = `
/* Ways to pay */

.methods {
  border: 1px solid var(--line);
  border-radius: var(--radius);
  overflow: clip;
}

.methods > details + details {
  border-block-start: 1px solid var(--line);
}

.methods > details > summary {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-block-size: 3.25rem;
  padding-inline: 1rem;
  font-weight: 600;
  cursor: pointer;
  list-style: none;
}

summary::-webkit-details-marker {
  display: none;
}

.methods > details > summary::after {
  content: "";
  order: -1;
  flex: none;
  inline-size: 1.125rem;
  block-size: 1.125rem;
  border: 1.5px solid var(--field-line);
  border-radius: 50%;
}

.methods > details[open] > summary::after {
  border: 0.375rem solid var(--accent);
}

.methods > details[open] > summary {
  background: var(--accent-soft);
}

.methods > details > summary .icon {
  order: 1;
  margin-inline-start: auto;
  color: var(--muted);
}

.methods summary:focus-visible {
  outline-offset: -3px;
}

.panel {
  padding: 1rem;
}

.panel > form:not(.card-form) {
  display: grid;
  gap: 1rem;
}

/* Saved cards */

.saved {
  display: grid;
  gap: 0.5rem;
}

.saved legend {
  margin-block-end: 0.5rem;
  padding: 0;
  font-size: 0.9375rem;
  font-weight: 600;
}

.choice {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-block-size: 3.25rem;
  padding: 0.375rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: var(--radius);
  cursor: pointer;
}

.choice:has(:checked) {
  border-color: var(--accent);
  background: var(--accent-soft);
}

.choice input {
  flex: none;
  inline-size: 1.125rem;
  block-size: 1.125rem;
  margin: 0;
  accent-color: var(--accent);
}

.choice .brand-mark {
  order: 2;
}

.card-form:has(.saved) .fields:not(.card-form:has([data-new-card]:checked) *) .new-card {
  display: none;
}

/* Test cards */

.test-cards {
  border: 1px dashed var(--field-line);
  border-radius: var(--radius);
  font-size: 0.9375rem;
}

.test-cards summary {
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-block-size: 2.75rem;
  padding-inline: 1rem;
  font-weight: 600;
  color: var(--muted);
  cursor: pointer;
  list-style: none;
}

.test-cards summary::after {
  content: "";
  flex: none;
  inline-size: 0.5rem;
  block-size: 0.5rem;
  border: solid currentcolor;
  border-width: 0 2px 2px 0;
  rotate: 45deg;
  translate: 0 -25%;
}

.test-cards[open] > summary::after,
.test-cards details[open] > summary::after {
  rotate: -135deg;
  translate: 0 25%;
}

.test-cards p {
  padding-inline: 1rem;
  font-size: 0.875rem;
  color: var(--muted);
}

.test-cards ul {
  padding: 0.5rem 1rem 0.75rem;
}

.test-cards li {
  display: flex;
  align-items: center;
  gap: 0.75rem;
  padding-block: 0.5rem;
}

.test-cards li + li {
  border-block-start: 1px solid var(--line);
}

.number {
  font-variant-numeric: tabular-nums;
}
`;
