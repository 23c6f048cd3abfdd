import type { LoadFile } from '../../view/language/loadTexts.ts';
import { later } from '../catalogue.ts?later';
import type { CheckoutOptions } from '../options.ts';
import type { Diagnosis } from './finding.ts';

/** Loads the diagnosis, which no customer needs, and runs it on this page. */
export async function diagnose(load: LoadFile, options?: CheckoutOptions): Promise<Diagnosis> {
  const { diagnosis } = await later(load);
  return (await diagnosis(load)).diagnose(options);
}
