/** Wider windows, and forced colours. */
export const wide: string = `
/* Wider than a frame: the sheet lies on the page, the sum beside the work. */

@media (min-width: 40rem) {
  body {
    background: var(--page);
  }

  .sheet {
    max-inline-size: 30rem;
    margin: clamp(1rem, 5vb, 4rem) auto;
    border-radius: calc(var(--radius) * 1.5);
    background: var(--surface);
    box-shadow: var(--shadow);
    overflow: clip;
  }

  .work {
    padding: 1.75rem;
  }

  .party {
    padding-inline: 1.75rem;
  }

  .notice {
    min-block-size: 22rem;
  }
}

@media (min-width: 60rem) {
  .sheet:not(.single) {
    display: grid;
    grid-template-columns: 21rem minmax(0, 1fr);
    max-inline-size: 58rem;
    min-block-size: 36rem;
  }

  .summary {
    display: flex;
    flex-direction: column;
    align-items: start;
    padding: 2.5rem 2rem;
    border-block-end: 0;
    border-inline-end: 1px solid var(--line);
  }

  .monogram {
    display: grid;
    order: -1;
    margin-block-end: 2rem;
  }

  .summary .sandbox {
    order: 1;
    margin-block-start: 1.25rem;
  }

  .summary h1 {
    margin-block-start: 0;
  }

  .amount {
    font-size: 2.75rem;
  }

  .time {
    order: 2;
    margin-block-start: auto;
    padding-block-start: 2rem;
  }

  .work {
    padding: 2.5rem;
  }
}

@media (forced-colors: active) {
  .sheet,
  .sandbox,
  .methods > details[open] > summary,
  .choice:has(:checked) {
    border: 1px solid CanvasText;
  }

  .choice:has(:checked) {
    border-color: Highlight;
  }

  .brand-mark {
    forced-color-adjust: none;
  }
}
`;
