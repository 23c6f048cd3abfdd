import { type ErrorContext, GatewayError } from './gatewayError.ts';

/** One thing that is wrong with the input. */
export interface ValidationIssue {
  /** In the client's spelling: `client.country`. */
  path: string;
  rule: 'required' | 'type' | 'shape' | 'unknown' | 'spelling' | 'size';
  /** What was expected; never the value given. */
  message: string;
}

/** The input breaks a rule of the profile. Nothing was sent. */
export class ValidationError extends GatewayError {
  static override readonly kind = 'ValidationError';
  readonly code = 'validation_failed';
  readonly issues: readonly ValidationIssue[];

  constructor(issues: readonly ValidationIssue[], context?: ErrorContext) {
    super(issues.map(({ path, message }) => `${path}: ${message}`).join('; '), context);
    this.issues = issues;
  }
}

/** Full card details without `pciLevel: 'saq-d'` (S3, S9). Nothing was sent. */
export class PciLevelError extends GatewayError {
  static override readonly kind = 'PciLevelError';
  readonly code = 'pci_level_required';
}
