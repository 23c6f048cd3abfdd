/** A file that the project should have. */
export interface WantedFile {
  /** From the project's folder, with `/`. */
  readonly path: string;
  /** In a few words, for the list. */
  readonly purpose: string;
  /**
   * The whole text, made of what is there (`null`: nothing is). The same text: there is nothing to do. `null`: no one but
   * its owner can tell how, see `byHand`.
   */
  textFrom(current: string | null): string | null;
  /** What is there stays and lines are added at its end, so that nobody has to be asked. */
  readonly onlyAdds?: boolean;
  /** What is asked before a file that differs is changed. Default: whether to replace it. */
  readonly question?: string;
  /** What to do by hand in a file that stays as it is. */
  readonly byHand?: string;
}

/** A file of ours alone. */
export function wholeFile(path: string, purpose: string, text: string): WantedFile {
  return { path, purpose, textFrom: () => text };
}

/** @throws Error when the text is not there exactly once: a template and what is changed in it have come apart. */
export function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`A template has not exactly one "${from}".`);
  return text.replace(from, () => to);
}
