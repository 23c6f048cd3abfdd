import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  /** Both as PEM. */
  key: string;
  cert: string;
}

/**
 * A certificate that nobody but itself vouches for, with a key of its own.
 *
 * @param names as OpenSSL's `subjectAltName` has them: `DNS:localhost`, `IP:192.0.2.1`.
 * @throws Error when there is no `openssl`, or it refuses.
 */
export function makeCertificate(names: readonly string[], days: number): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'hpp-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = names[0]?.replace(/^\w+:/, '');
  try {
    execFileSync(
      'openssl',
      [
        ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
        ...['-keyout', key, '-out', cert, '-subj', `/CN=${subject}`],
        ...['-addext', `subjectAltName=${names.join(',')}`, '-days', String(days)],
        // Apple's devices ask for it: https://support.apple.com/en-us/103769
        ...['-addext', 'extendedKeyUsage=serverAuth'],
      ],
      { stdio: 'pipe' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
