/** In a frame as narrow as a dialog's. */
export const framed: string = `
/*
 * The dialog around the page says who is paid and how much, that it is a test and how long the page lives, and closes it. So the page
 * is its form, and the button that pays stays in sight, however low the frame is.
 */

@media (max-width: 47.99rem) {
  [data-framed] body {
    min-block-size: 0;
    background: var(--surface);
  }

  [data-framed] .sheet {
    max-inline-size: none;
    margin: 0;
    border-radius: 0;
    box-shadow: none;
  }

  [data-framed] .summary {
    display: contents;
  }

  /* For readers: the heading, and what a placeholder says to the eye. */
  [data-framed] :is(.summary h1, .ways > h2, .card-form .hint) {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    margin: 0;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  [data-framed] :is(.summary > :not(h1), .cancel:not(.after-refusal), .secure) {
    display: none;
  }

  [data-framed] .work {
    gap: 0.75rem;
    padding: 0.875rem;
  }

  [data-framed] .notice {
    min-block-size: 22rem;
  }

  [data-framed] .ways {
    gap: 0.5rem;
  }

  [data-framed] .methods > details > summary {
    min-block-size: 2.75rem;
  }

  [data-framed] :is(.panel, .methods .card-form, .fields) {
    gap: 0.625rem 0.75rem;
  }

  [data-framed] .panel {
    padding: 0.75rem;
  }

  [data-framed] .field label {
    margin-block-end: 0.25rem;
    font-size: 0.875rem;
  }

  [data-framed] .control {
    min-block-size: 2.75rem;
  }

  [data-framed] :is(.control input, .control select) {
    min-block-size: 2.625rem;
  }

  [data-framed] .pay {
    min-block-size: 3rem;
  }

  [data-framed] .pay-bar {
    position: sticky;
    inset-block-end: 0;
    z-index: 1;
    margin: -0.375rem -0.75rem -0.5rem;
    padding: 0.375rem 0.75rem 0.5rem;
    background: var(--surface);
  }

  /* What has the focus does not lie under that button. */
  [data-framed]:has(.pay-bar) {
    scroll-padding-block-end: 5rem;
  }
}
`;
