import type { State } from '../checkout/machine.ts';
import type { Texts } from './language/texts.ts';

/** What a new session has to wait for, if the server has said so. */
export function waitingText({ waitingFor }: State, texts: Texts): string | undefined {
  return waitingFor ? texts[waitingFor === 'otherTab' ? 'elsewhere' : 'earlier'] : undefined;
}
