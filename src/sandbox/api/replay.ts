import { createHmac } from 'node:crypto';
import { flatPairs } from '../../protocol/gateway/flatten.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { SandboxStore } from '../store/store.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call } from './call.ts';

interface Remembered {
  digest: string;
  answer: Answer;
}

/**
 * What a `UniqueReference` that was seen before gets (G21): the same answer for the same request, and a refusal for another.
 * Of the request only a keyed hash is kept.
 */
export function createReplay(store: SandboxStore, rule: GatewayProfile['limits']['replay'], key: string) {
  const answers = store.table<Remembered>('answers');
  return (call: Call, uniqueReference: string, handle: () => Answer): Answer => {
    if (rule === 'allow') return handle();
    const pairs = flatPairs({ operation: call.operation, body: call.body }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    );
    const digest = createHmac('sha256', key).update(JSON.stringify(pairs)).digest('base64url');
    const before = answers.get(uniqueReference);
    if (before !== undefined) {
      if (rule === 'replay' && before.digest === digest) return before.answer;
      throw new ApiError(
        'REFERENCE_REUSED',
        rule === 'reject' ? 'The unique reference was used before.' : undefined,
      );
    }
    const answer = handle();
    answers.put(uniqueReference, { digest, answer });
    return answer;
  };
}
