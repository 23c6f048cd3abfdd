/** A test that takes more of a processor runs for a mutant alone only: floods, databases. Not by the clock: other work slows that. */
export const LONGEST_TEST_MS = 500;
/** What lives through so many tests beside others is left for a process of its own. */
export const MOST_TESTS = 150;
