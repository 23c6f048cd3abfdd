export { openDialog } from './openDialog.ts';
export { resume } from './resume.ts';
export { takeWarm, warmUp } from './warm.ts';
