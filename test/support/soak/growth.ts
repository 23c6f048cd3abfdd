/** A measured amount, minute by minute. */
export type Series = readonly number[];

/**
 * How much an amount grows between the first and the last measurement, as a part of the first: along the line that fits all of
 * them best, so that one measurement in the midst of something decides nothing.
 */
export function growth(series: Series): number {
  const count = series.length;
  const meanAt = (count - 1) / 2;
  const mean = series.reduce((sum, value) => sum + value, 0) / count;
  let [over, under] = [0, 0];
  for (const [at, value] of series.entries()) {
    over += (at - meanAt) * (value - mean);
    under += (at - meanAt) ** 2;
  }
  const slope = over / under;
  return (slope * (count - 1)) / (mean - slope * meanAt);
}
