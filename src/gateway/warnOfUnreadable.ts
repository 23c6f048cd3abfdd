/** Tells which fields could not be read, never what stood in them. */
export function warnOfUnreadable(
  { unreadable }: { unreadable: readonly string[] },
  operation: string,
  warn: (operation: string, warning: string) => void,
): void {
  if (unreadable.length === 0) return;
  warn(
    operation,
    `What stands in ${unreadable.join(', ')} has no plain meaning and reads as null. Give the profile a reader for it (wire.readCase, notification.timeUnit, notification.parseExpiry, or a parse of your own).`,
  );
}
