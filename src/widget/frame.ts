import type { FrameBundle } from './bundles.ts';
import { load } from './dialog.ts?lazy';

/*
 * The frame's bundle, loaded when the customer shows intent or clicks: what must be here before the hosted page is asked
 * for, and no more. Its size is the customer's wait. `FrameBundle` is its type.
 */

export { openFrame as open } from './openFrame.ts';
export { warmUp as warm } from './warm.ts';

export const resume: FrameBundle['resume'] = async (context) =>
  (await load(context.loadFile)).resume(context);

export const label: FrameBundle['label'] = async (context, button) =>
  (await load(context.loadFile)).label(context, button);

export const diagnose: FrameBundle['diagnose'] = async (loadFile, options) =>
  (await (await load(loadFile)).diagnose(loadFile)).diagnose(options);
