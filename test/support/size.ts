/** How much a test does: less in `npm test`, the whole of it with `HPP_WHOLE=1` (`npm run test:flood`, `npm run test:matrix`, `npm run test:engines`). */
export const size = <T>(inCi: T, whole: T): T => (process.env.HPP_WHOLE === '1' ? whole : inCi);
