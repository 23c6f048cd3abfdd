export type FindingCode = 'script_twice';
export interface Finding {
  code: FindingCode;
}
export interface Diagnosis {
  findings: Finding[];
}
