import { PciLevelError } from '../errors/requestErrors.ts';

/** Lets full card details through, or not. @throws PciLevelError before a byte is sent (S3, S9, S162). */
export type PciGate = (operation: string) => void;

export function pciGate(level: 'none' | 'saq-d'): PciGate {
  return (operation) => {
    if (level === 'saq-d') return;
    throw new PciLevelError(
      'Full card details need SAQ D certification. If you hold it, set pciLevel: "saq-d"; otherwise use a card token or the hosted page.',
      { operation },
    );
  };
}
