/** What went wrong, approvals, and pages with one thing to say. */
export const notices: string = `
/* What went wrong */

.alert {
  display: flex;
  gap: 0.75rem;
  padding: 0.875rem 1rem;
  border: 1px solid var(--danger);
  border-radius: var(--radius);
  color: var(--danger);
  background: var(--danger-soft);
}

/* Focused by the script, to be read out; it is no control. */
.alert:focus {
  outline: 0;
}

.alert[hidden] {
  display: none;
}

.alert .icon {
  margin-block-start: 0.0625rem;
}

.alert p,
.alert li {
  font-size: 0.9375rem;
  overflow-wrap: anywhere;
}

.alert a {
  color: inherit;
}

/* Approval and notices */

.approval {
  gap: 1rem;
}

.party {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem;
  padding: 1rem 1.25rem;
  color: var(--head-ink);
  background: var(--head);
  border-block-end: 1px solid var(--line);
}

.party > span {
  display: flex;
  align-items: center;
  gap: 0.625rem;
  min-inline-size: 0;
  font-weight: 650;
  overflow-wrap: anywhere;
}

/* The bank's page is no part of this one: it wears colours of its own in every theme. */
[data-kind="bank"] .party {
  color: #fff;
  background: #0b5a63;
}

.approval h1,
.notice h1 {
  font: 650 1.5rem / 1.3 var(--display);
  letter-spacing: -0.01em;
}

.approval dl {
  border-block: 1px solid var(--line);
}

.approval dl div {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  padding-block: 0.75rem;
}

.approval dl div + div {
  border-block-start: 1px solid var(--line);
}

.approval dt {
  color: var(--muted);
}

.approval dd {
  font-weight: 600;
  text-align: end;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
}

.answers {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.75rem;
}

.notice {
  justify-items: center;
  align-content: center;
  min-block-size: 70dvb;
  padding-inline: 2rem;
  text-align: center;
}

.notice > .icon {
  inline-size: 2.75rem;
  block-size: 2.75rem;
  padding: 0.5rem;
  box-sizing: content-box;
  border-radius: 50%;
  stroke-width: 1.4;
  color: var(--accent);
  background: var(--accent-soft);
}

.notice p {
  max-inline-size: 26rem;
  color: var(--muted);
}

.voucher-number {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 0.75rem;
  inline-size: 100%;
  padding: 0.875rem 1rem;
  border: 1px dashed var(--field-line);
  border-radius: var(--radius);
  font-variant-numeric: tabular-nums;
}

.notice .voucher-number bdi {
  font-size: 1.375rem;
  font-weight: 650;
  letter-spacing: 0.04em;
  color: var(--ink);
}

.otp .small {
  margin-inline-end: 0.375rem;
}
`;
