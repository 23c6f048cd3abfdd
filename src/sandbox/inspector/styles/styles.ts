import { bars } from './bars.ts';
import { colours } from './colours.ts';
import { controls } from './controls.ts';
import { forms } from './forms.ts';
import { page } from './page.ts';
import { tables } from './tables.ts';

/** The inspector's style sheet: dense, plain, light and dark. In the order that later rules rely on. */
export const styles: string = [colours, page, controls, bars, tables, forms].join('');
