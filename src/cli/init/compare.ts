import type { Project } from './project.ts';
import type { WantedFile } from './wantedFile.ts';

/** A wanted file beside the one that is there. */
export interface Comparison {
  readonly file: WantedFile;
  /** `new`: nothing is there; `adds`: lines are added; `differs`: something else is there; `byHand`: for its owner to change; `same`. */
  readonly state: 'new' | 'adds' | 'differs' | 'byHand' | 'same';
  readonly text: string;
  /** What to show of it: of a file with somebody's secrets the added lines alone. */
  readonly shown: string;
}

export function compare(project: Pick<Project, 'read'>, file: WantedFile): Comparison {
  const current = project.read(file.path);
  const text = file.textFrom(current);
  if (text === null) return { file, state: 'byHand', text: '', shown: '' };
  if (current === null) return { file, state: 'new', text, shown: text };
  if (current === text) return { file, state: 'same', text, shown: '' };
  if (file.onlyAdds === true)
    return { file, state: 'adds', text, shown: text.slice(commonLength(current, text)) };
  return { file, state: 'differs', text, shown: text };
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
