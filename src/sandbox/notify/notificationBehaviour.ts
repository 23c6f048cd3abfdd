/** What `UDF.sandbox` asks of a transaction's notifications. */
export type NotificationBehaviour =
  | { kind: 'normal' }
  /** Delivered again after it was acknowledged. */
  | { kind: 'duplicate' }
  /** A contradicting failure arrives before the success. */
  | { kind: 'reorder' }
  | { kind: 'late'; seconds: number }
  /** Never sent. */
  | { kind: 'drop' }
  /** Sent with a wrong signature. */
  | { kind: 'tamper' };

/**
 * Reads `UDF.sandbox`: `duplicate`, `reorder`, `late:30`, `drop` or `tamper`. Absent reads as normal.
 * @throws RangeError for another word, so that a typing error does not look like a passed test.
 */
export function notificationBehaviour(udf: Readonly<Record<string, unknown>> | null): NotificationBehaviour {
  const word = udf !== null && Object.hasOwn(udf, 'sandbox') ? udf.sandbox : undefined;
  if (word === undefined || word === null || word === '') return { kind: 'normal' };
  if (word === 'duplicate' || word === 'reorder' || word === 'drop' || word === 'tamper')
    return { kind: word };
  const late = typeof word === 'string' ? /^late:(\d{1,6})$/.exec(word) : null;
  if (late !== null) return { kind: 'late', seconds: Number(late[1]) };
  throw new RangeError('expected "duplicate", "reorder", "late:<seconds>", "drop" or "tamper"');
}
