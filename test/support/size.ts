/** How much a test does: less in `npm test`, the whole of it in `npm run test:flood` and `npm run test:matrix`. */
export const size = <T>(inCi: T, whole: T): T => (process.env.HPP_WHOLE === '1' ? whole : inCi);
