import type { LoadFile } from '../../view/language/loadTexts.ts';
import { load as loadExtras } from '../extras.ts?lazy';
import type { CheckoutOptions } from '../options.ts';
import type { Diagnosis } from './finding.ts';

/** Loads the diagnosis, which no customer needs, and runs it on this page. */
export async function diagnose(loadFile: LoadFile, options?: CheckoutOptions): Promise<Diagnosis> {
  const { loadDiagnosis } = await loadExtras(loadFile);
  return (await loadDiagnosis(loadFile)).diagnose(options);
}
