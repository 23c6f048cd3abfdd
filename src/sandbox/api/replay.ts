import { createHmac } from 'node:crypto';
import { flatPairs } from '../../protocol/gateway/flatten.ts';
import type { GatewayProfile } from '../../protocol/gateway/profile.ts';
import type { SandboxStore } from '../store/store.ts';
import { ApiError } from './apiError.ts';
import type { Answer, Call } from './call.ts';

interface Remembered {
  uniqueReference: string;
  digest: string;
  answer: Answer;
}

export interface Replay {
  /** The answer to this request: the one that its reference got before, or the one that `handle` makes. @throws ApiError */
  answer(call: Call, uniqueReference: string, handle: () => Answer): Answer;
  /** Takes a deleted token out of the answers that are kept (S154). */
  forgetCard(cardToken: string): void;
}

/**
 * What a `UniqueReference` that was seen before gets (G21): the same answer for the same request, and a refusal for another.
 * Of the request only a keyed hash is kept.
 */
export function createReplay(
  store: SandboxStore,
  rule: GatewayProfile['limits']['replay'],
  key: string,
): Replay {
  const answers = store.table<Remembered>('answers');

  function digestOf({ operation, body }: Call): string {
    const pairs = flatPairs({ operation, body }).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHmac('sha256', key).update(JSON.stringify(pairs)).digest('base64url');
  }

  return {
    answer(call, uniqueReference, handle) {
      if (rule === 'allow') return handle();
      const digest = digestOf(call);
      const before = answers.get(uniqueReference);
      if (before !== undefined) {
        if (rule === 'replay' && before.digest === digest) return before.answer;
        throw new ApiError(
          'REFERENCE_REUSED',
          rule === 'reject' ? 'The unique reference was used before.' : undefined,
        );
      }
      const answer = handle();
      answers.put(uniqueReference, { uniqueReference, digest, answer });
      return answer;
    },
    forgetCard(cardToken) {
      for (const kept of answers.values()) {
        if (kept.answer.body.cardToken !== cardToken) continue;
        const body = { ...kept.answer.body, cardToken: null };
        answers.put(kept.uniqueReference, { ...kept, answer: { ...kept.answer, body } });
      }
    },
  };
}
