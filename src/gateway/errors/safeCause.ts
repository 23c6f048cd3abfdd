import { redact } from '../../protocol/gateway/redact.ts';
import { redactText } from '../../protocol/gateway/redactText.ts';

/**
 * A foreign error as it is, unless it holds what must not be logged: then a copy of its name, code, message and stack,
 * redacted. Log libraries print causes whole. Anything but an error is redacted as data.
 */
export function safeCause(cause: unknown, depth = 0): unknown {
  if (!(cause instanceof Error)) return redact(cause);
  const inner = cause.cause === undefined || depth > 4 ? undefined : safeCause(cause.cause, depth + 1);
  const texts = [cause.message, cause.stack ?? '', JSON.stringify(redactable(cause))];
  if (inner === cause.cause && texts.every((text) => redactText(text) === text)) return cause;
  const copy = new Error(redactText(cause.message), inner === undefined ? undefined : { cause: inner });
  const { code } = cause as { code?: unknown };
  Object.defineProperty(copy, 'name', { value: cause.name, configurable: true, writable: true });
  Object.defineProperty(copy, 'stack', {
    value: redactText(cause.stack ?? ''),
    configurable: true,
    writable: true,
  });
  return code === undefined ? copy : Object.assign(copy, { code });
}

/** An error's own fields, such as the `hostname` and `input` that Node adds. */
function redactable(error: Error): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
