/** A test that takes longer runs for a mutant alone only: floods, databases. */
export const LONGEST_TEST_MS = 500;
/** What lives through so many tests beside others is left for a process of its own. */
export const MOST_TESTS = 150;
