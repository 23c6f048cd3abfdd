import { redact } from '../../protocol/gateway/redact.ts';
import { redactText } from '../../protocol/gateway/redactText.ts';
import type { ApiOperation } from '../apiOperation.ts';
import type { Events } from '../events.ts';

/** A request to the API and its answer, redacted. */
export interface LoggedRequest {
  id: number;
  at: number;
  operation: ApiOperation;
  method: string;
  path: string;
  orderReference: string | null;
  uniqueReference: string | null;
  request: unknown;
  /** `null` when the connection was reset or left hanging. */
  status: number | null;
  response: unknown;
  fault: string | null;
  /** What the answer warned of, in its `Warning` header. */
  warning: string | null;
}

export interface RequestLog {
  add(entry: Omit<LoggedRequest, 'id' | 'at'>): void;
  /** Oldest first. */
  list(): readonly LoggedRequest[];
  clear(): void;
}

const KEPT = 500;

/** The latest requests. In memory only: a journal of what was asked is no part of what a gateway must remember. */
export function createRequestLog(now: () => number, events: Events): RequestLog {
  let entries: LoggedRequest[] = [];
  let id = 0;
  return {
    add(entry) {
      const logged: LoggedRequest = {
        ...entry,
        id: ++id,
        at: now(),
        path: redactText(entry.path),
        request: redact(entry.request),
        response: redact(entry.response),
      };
      entries = [...entries.slice(-KEPT + 1), logged];
      const { orderReference, uniqueReference, operation, method, path, status, fault, warning } = logged;
      events.emit(
        'request',
        {
          ...(orderReference === null ? {} : { orderReference }),
          ...(uniqueReference === null ? {} : { uniqueReference }),
        },
        { id: logged.id, operation, method, path, status, fault, warning },
      );
    },
    list: () => entries,
    clear() {
      entries = [];
    },
  };
}
