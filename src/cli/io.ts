/** What a command may touch of the process it runs in. */
export interface Io {
  /** A line for people. To standard output; with `--json` to standard error. */
  out(line: string): void;
  /** A line to standard error: problems, progress. */
  err(line: string): void;
  /** The result for machines: with `--json` the one JSON document on standard output, otherwise nothing. */
  result(document: object): void;
  /** The process's own: `--env-file` adds to it, and a shop's module reads it. */
  readonly env: Record<string, string | undefined>;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  now(): number;
  after(ms: number, callback: () => void): () => void;
  /** Asks the person at the terminal; absent where nobody is there. Resolves with what was typed. */
  ask?(question: string): Promise<string>;
  /** Resolves when the process is asked to end. */
  interrupted(): Promise<void>;
}

/** The process itself, before it is known whether `--json` was typed. */
export type ProcessIo = Omit<Io, 'result'>;
