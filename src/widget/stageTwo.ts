export { diagnose } from './diagnose/later.ts';
export { nameButton as label } from './nameButton.ts';
export { openDialog as open } from './openDialog.ts';
export { resume } from './resume.ts';
export { takeWarm as session, warmUp as warm } from './warm.ts';
