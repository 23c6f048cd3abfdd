/** The two bars at the top: the link, the clock, the tabs; and what went wrong below them. */
export const bars: string = `
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
`;
