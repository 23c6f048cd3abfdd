import type { Notice } from '../contract.ts';
import { run, type Step } from './driver.ts';
import { wake } from './due.ts';

/** A redelivery counts and wakes the session again: the look it led to before may have failed. */
export function* receive({ digest, sessionId, verified, body }: Notice): Step<'new' | 'seen'> {
  const [row] = yield* run(
    `INSERT INTO hpp_notices (digest, session_id, verified, body, first_at, last_at, deliveries)
    VALUES (?, ?, ?, ?, {now}, {now}, 1)
    ON CONFLICT (digest) DO UPDATE SET last_at = excluded.last_at, deliveries = hpp_notices.deliveries + 1,
      session_id = COALESCE(hpp_notices.session_id, excluded.session_id),
      verified = CASE WHEN excluded.verified = 1 THEN 1 ELSE hpp_notices.verified END
    RETURNING deliveries`,
    digest,
    sessionId,
    verified ? 1 : 0,
    JSON.stringify(body),
  );
  if (sessionId !== null) yield* wake(sessionId);
  return Number(row?.deliveries) === 1 ? 'new' : 'seen';
}
