/** The element that is scrolled to, and gets the focus, once the customer is back. */
export const RESULT_ID = 'result';
