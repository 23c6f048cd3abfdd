import { type AppReturnUrls, whyNoApp } from '../appReturnUrls.ts';
import { ProblemError } from '../http/problem.ts';

/**
 * The app that a request names (`?app=ios`); `null` for none. A name and never an address: what is not listed is refused (T17).
 *
 * @throws ProblemError `invalid_request`
 */
export function readApp(apps: AppReturnUrls, fields: URLSearchParams): string | null {
  const names = fields.getAll('app');
  if (names.length === 0) return null;
  const why = names.length > 1 ? 'Expected ?app=… once.' : whyNoApp(apps, names[0]);
  if (why !== null) throw new ProblemError('invalid_request', { detail: why });
  return names[0] ?? null;
}
