/** What a command may touch of the process it runs in. */
export interface Io {
  /** A line to standard output: the command's result. */
  out(line: string): void;
  /** A line to standard error: problems, progress. */
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that relative paths start from. */
  readonly cwd: string;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  now(): number;
  after(ms: number, callback: () => void): () => void;
  /** Resolves when the process is asked to end. */
  interrupted(): Promise<void>;
}
