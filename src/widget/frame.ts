import type { FrameBundle } from './bundles.ts';
import { load as loadExtras } from './extras.ts?lazy';
import { ignore } from './session.ts';

/*
 * The frame's bundle, loaded when the customer shows intent or clicks: what must be here before the hosted page is asked
 * for, and no more. Its size is the customer's wait. `FrameBundle` is its type.
 */

export { openFrame as open } from './openFrame.ts';
export { warmUp as warm } from './warm.ts';

/*
 * Without the dialog's code: a page whose button is not in English, or that the customer only comes back to, may never open one.
 */

export const resume: FrameBundle['resume'] = async (context) =>
  (await loadExtras(context.loadFile)).resume(context);

export const label: FrameBundle['label'] = (context, button) =>
  loadExtras(context.loadFile).then((extras) => extras.label(context, button), ignore);

export const diagnose: FrameBundle['diagnose'] = async (loadFile, options) =>
  (await loadExtras(loadFile)).diagnose(loadFile, options);
