/** How often a test does something: a smaller number in `npm test`, the whole one in `npm run test:flood`. */
export const size = (inCi: number, whole: number): number => (process.env.HPP_WHOLE === '1' ? whole : inCi);
