/** Rows of buttons, and the small forms. */
export const forms: string = `
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
