import type { LoadFile } from '../../view/texts/files.ts';
import { later } from '../catalogue.ts?later';
import type { CheckoutOptions } from '../options.ts';
import type { Shared } from '../stage.ts';
import type { Diagnosis } from './finding.ts';

/** Loads the diagnosis, which no customer needs, and runs it on this page. */
export async function diagnose(load: LoadFile, options?: CheckoutOptions): Promise<Diagnosis> {
  const { diagnosis } = await later(load);
  return (await diagnosis(load)).diagnose(options);
}

const diagnosed = new WeakSet<Shared>();

/** For `debug`: the findings stand in the console from the checkout's first open on. */
export function diagnoseOnce(shared: Shared): void {
  if (diagnosed.has(shared)) return;
  diagnosed.add(shared);
  // Whoever cannot load the diagnosis sees why in the console already.
  diagnose(shared.load, shared.options).catch(() => {});
}
