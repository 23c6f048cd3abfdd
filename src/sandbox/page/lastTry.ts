import type { FieldProblem } from '../hostedPage/hostedPageService.ts';
import type { Entered } from './readChoice.ts';

/** What the last try brought. */
export interface LastTry {
  entered?: Entered;
  problems?: readonly FieldProblem[];
  /** The acquirer's text. */
  refused?: string;
  /** The form named no method. */
  noMethod?: boolean;
}
