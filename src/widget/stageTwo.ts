export { openDialog } from './openDialog.ts';
export { resume } from './resume.ts';
export { warmUp } from './warm.ts';
