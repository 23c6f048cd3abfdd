/** What `diagnose()` can find; each has its line in Troubleshooting. */
export type FindingCode =
  | 'no_checkout'
  | 'script_twice'
  | 'mounted_twice'
  | 'in_shadow_root'
  | 'page_isolated'
  | 'policy_blocks_frame'
  | 'policy_blocks_session'
  | 'server_unreachable'
  | 'return_page_missing'
  | 'return_page_not_framed'
  | 'return_script_missing'
  | 'version_mismatch'
  | 'answer_kept'
  | 'feature_refused'
  | 'feature_refused_to_banks'
  | 'feature_refused_by_parent'
  | 'cannot_see'
  | 'unknown_option'
  | 'unknown_value'
  | 'order_not_json';

/** One thing that is wrong, or that a browser cannot know. */
export interface Finding {
  code: FindingCode;
  /** `note`: nothing is known to be wrong. */
  level: 'problem' | 'note';
  /** What was found, on this page. */
  sentence: string;
  /** What to do. */
  advice: string;
  /** Where the docs speak of it, from their root. */
  docs: string;
}

/** What `diagnose()` found, worst first. */
export interface Diagnosis {
  findings: Finding[];
}

export function finding(
  code: FindingCode,
  sentence: string,
  advice: string,
  level: Finding['level'] = 'problem',
): Finding {
  return { code, level, sentence, advice, docs: `troubleshooting#diagnose-${code}` };
}
