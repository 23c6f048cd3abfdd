import type { LoadFile } from '../../view/language/loadTexts.ts';
import { load as loadExtras } from '../extras.ts?lazy';

/** Loads what only developers read; no customer needs it. */
export async function loadDiagnosis(loadFile: LoadFile): Promise<typeof import('./diagnose.ts')> {
  return (await loadExtras(loadFile)).loadDiagnosis(loadFile);
}
