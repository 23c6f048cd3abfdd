/** How one engine spells what others spell differently: the words in braces in the store's statements. */
export interface Dialect {
  /** `?`, by its position from 1. */
  placeholder(position: number): string;
  /** `{now}`: the store's clock in milliseconds as an expression; `null` where the driver binds the value instead. */
  readonly now: string | null;
  /** `{for update}`: ends a query whose rows are locked; empty where only one transaction writes at a time. */
  readonly forUpdate: string;
  /** `{skip locked}`: the same, without the rows that another transaction has locked. */
  readonly skipLocked: string;
  /** `{elements of x}`: the numbers of the JSON array in column x, as a table `element` with one column `value`. */
  elementsOf(column: string): string;
  /** `{joined x}`: an aggregate, all x as a text with commas between. */
  joined(expression: string): string;
}
