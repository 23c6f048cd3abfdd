import type { StageTwo } from './stage.ts';

/** Loads the dialog for a bundler's page; the script tag has a way of its own (`loadScript.ts`). */
export const loadDialog = (): Promise<StageTwo> => import('./stageTwo.ts');
