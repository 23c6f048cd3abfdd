import form from './form.css?raw';
import looks from './looks.css?raw';
import methods from './methods.css?raw';
import notices from './notices.css?raw';
import page from './page.css?raw';
import wide from './wide.css?raw';

/** The page's style sheet, in the order that later rules rely on. */
export const styles: string = [looks, page, form, methods, notices, wide].join('\n');
