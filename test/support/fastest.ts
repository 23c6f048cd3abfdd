/** How many ms the fastest of a few runs took: a busy machine slows some of them down, a defect slows down all. */
export async function fastest(run: () => unknown, runs = 5): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < runs; turn++) {
    const begun = performance.now();
    await run();
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}
