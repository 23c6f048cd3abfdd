import type { WantedFile } from './wantedFile.ts';

/** What a project needs for its first paid order. */
export interface Plan {
  /** The framework's own name. */
  readonly title: string;
  readonly files: readonly WantedFile[];
  /** Variables of `.env` beside the gateway's. */
  readonly env: Readonly<Record<string, string>>;
  readonly packages: readonly string[];
  readonly devPackages: readonly string[];
  /** Each runs in a terminal of its own. */
  readonly start: readonly string[];
  /** What to open in a browser. */
  readonly address: string;
  /** What else a reader should know, one sentence each. */
  readonly notes: readonly string[];
}
