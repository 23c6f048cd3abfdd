import { isFinalStatus } from '../../protocol/page/outcome.ts';
import type { SessionStatusReply } from '../../protocol/page/status.ts';
import { endWith, leave } from './ending.ts';
import { onStatusOfBroken } from './frame.ts';
import { enter, isInUse, type State } from './state.ts';

/** The server's answer how the session stands. */
export function onStatus(state: State, reply: SessionStatusReply): State {
  const { phase } = state;
  const { status } = reply;
  if (state.session === null || phase === 'creating') return state;
  // While the old session is being replaced, only its payment matters.
  if (phase === 'renewing' && status !== 'completed') return state;
  if (phase === 'closing') return leave(state, reply);
  // The customer has finished on the page, and it will not be decided while they wait.
  if (reply.reason === 'processing') return endWith(state, 'pending', reply);
  if (state.broken && state.online && (phase === 'loading' || phase === 'paying')) {
    return onStatusOfBroken(state, reply);
  }
  if (status === 'expired') return enter(state, 'expired', { expiredOnServer: true });
  // The customer has the page that declined a card in front of them, and may type another one.
  if (reply.mayRetry && isInUse(phase) && !state.expiredLocally) return state;
  if (isFinalStatus(status)) return endWith(state, status, reply);
  return phase === 'paying' && state.expiredLocally && status === 'open' ? enter(state, 'expired') : state;
}
