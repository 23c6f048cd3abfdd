import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Certificate, makeCertificate } from './makeCertificate.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

export interface KeptCertificate extends Certificate {
  /** SHA-256, as browsers show it. */
  fingerprint: string;
}

/** The demo's own certificate for an address. It stays the same for weeks, so that a phone that has accepted it asks no second time. */
export function keepCertificate(folder: string, address: string, now: number): KeptCertificate {
  const file = join(folder, `certificate-${address}.json`);
  const kept = read(file, address, now);
  if (kept !== null) return kept;
  let made: Certificate;
  try {
    made = makeCertificate([`IP:${address}`], DAYS);
  } catch (cause) {
    throw new Error('DEMO_LAN needs a certificate, which "openssl" makes; it is not installed, or too old.', {
      cause,
    });
  }
  // The key is for this machine's user alone.
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return withFingerprint(made);
}

function read(file: string, address: string, now: number): KeptCertificate | null {
  try {
    const kept: Certificate = JSON.parse(readFileSync(file, 'utf8'));
    const parsed = new X509Certificate(kept.cert);
    const isGood = parsed.checkIP(address) !== undefined && Date.parse(parsed.validTo) > now + DAY_MS;
    return isGood ? withFingerprint(kept) : null;
  } catch {
    return null;
  }
}

const withFingerprint = (certificate: Certificate): KeptCertificate => ({
  ...certificate,
  fingerprint: new X509Certificate(certificate.cert).fingerprint256,
});
