/** Buttons and fields. */
export const controls: string = `
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
`;
