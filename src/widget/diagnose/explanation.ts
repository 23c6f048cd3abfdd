/** Why a session was refused, beside the codes of the handler's problem documents; each has its line in Troubleshooting. */
export type RefusedCode =
  | 'unreachable'
  | 'cors'
  | 'csp'
  | 'other_origin'
  | 'wrong_path'
  | 'html'
  | 'wrong_shape'
  | 'no_problem'
  | 'own_function';

/** Why something failed, for whoever builds the shop. */
export interface Explanation {
  /** What was asked, and what came. */
  sentence: string;
  /** What to change, and on which side. */
  advice: string;
  /** Where the docs speak of it, from their root. */
  docs: string;
}

/** An explanation whose line in Troubleshooting is that of `code`. */
export function refused(code: RefusedCode, sentence: string, advice: string): Explanation {
  return { sentence, advice, docs: `troubleshooting#refused-${code}` };
}
