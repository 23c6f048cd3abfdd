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
  /** `{text}` and `{integer}`: the types that `CAST` takes. */
  readonly text: string;
  readonly integer: string;
  /** `{is}`: compares two values exactly, of which both may be NULL. */
  readonly is: string;
  /** `{key}`: the type of a text column that stands in an index. */
  readonly key: string;
  /** `{bounded}`: a condition that always holds, and lets the statement wait for locks no longer than its caller does. */
  readonly bounded: string;
  /** `{elements of x}`: the numbers of the JSON array in column x, as a table `element` with one column `value`. */
  elementsOf(column: string): string;
  /** `{arrays}`: the elements of the JSON array in the next value, as a table with one column `value`; nothing on MySQL. */
  readonly arrays: string;
  /** `{one row}`: what stands after FROM where a query of no table has a WHERE. */
  readonly oneRow: string;
  /** `{joined x}`: an aggregate, all x as a text with commas between. */
  joined(expression: string): string;
  /** `{locked t.k: ?, ?}`: these keys of table t, or those that a query gives, as a list for IN; their rows are locked one after another in the keys' order. */
  locked(table: string, key: string, list: string): string;
  /** `{on conflict k}`: an insert goes on here where its key k is there already; the assignments follow. */
  onConflict(key: string): string;
  /** `{new c}`: in those assignments, what the insert would have written into column c. */
  proposed(column: string): string;
  /** `{where x}`: ends an index of some rows only; empty where the engine knows only indexes of all rows. */
  partial(condition: string): string;
}
