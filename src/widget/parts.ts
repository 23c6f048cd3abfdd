/** The names that `::part(…)` takes: of the button, and of the dialog (`view`). */
export const PARTS = [
  'button',
  'dialog',
  'header',
  'close',
  'test',
  'frame',
  'notice',
  'action',
  'full-page',
  'order',
  'why',
] as const;
