/** A test that takes more of a processor runs for a mutant alone only: floods, databases. Not by the clock: other work slows that. */
export const LONGEST_TEST_MS = 500;
/** What lives through so many tests, the nearest first, counts as living… */
export const MOST_TESTS = 60;
/** …and through all that fit into this time of a processor: quick ones are tried by the hundred. */
export const MOST_MS = 2_000;
/** Most mutants die in one of so many tests. */
export const FIRST_TESTS = 10;
/** So few mutants are tried test by test, as the tests come: to find out first which test passes which would take longer. */
export const FEW_MUTANTS = 100;
