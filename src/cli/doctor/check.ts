/** What one check found. `advice` says what to do about it. */
export interface Finding {
  state: 'ok' | 'warning' | 'failed' | 'skipped';
  detail: string;
  advice?: string;
}

/** One question that the doctor asks. A failed one ends the row: those behind it build on it. */
export interface Check {
  readonly name: string;
  run(): Promise<Finding>;
}
