import { form } from './form.ts';
import { framed } from './framed.ts';
import { methods } from './methods.ts';
import { notices } from './notices.ts';
import { page } from './page.ts';
import { themes } from './themes.ts';
import { wide } from './wide.ts';

/** The page's style sheet, in the order that later rules rely on. Template strings, so that every runner of TypeScript has it. */
export const styles: string = [themes, page, form, methods, notices, wide, framed].join('');
