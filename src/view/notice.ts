import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import { mayGoOn, type State } from '../checkout/machine.ts';
import { type DialogTexts, fill } from './language/texts.ts';

export type NoticeTone = 'busy' | 'good' | 'bad' | 'wait' | 'ask' | 'stop' | 'out';

/** What a notice's button may do: an action of the model, or a fresh open. */
export type NoticeAction =
  | keyof Pick<CheckoutModel, 'closeNow' | 'dismiss' | 'keepPaying' | 'openFullPage' | 'startAgain' | 'stay'>
  | 'tryAgain';

/** Covers the frame: says what happened, and offers what the customer can do. */
export interface NoticeContent {
  tone: NoticeTone;
  title: string;
  text?: string | undefined;
  /** The first is the one we recommend. */
  buttons: readonly (readonly [label: string, action: NoticeAction])[];
}

/** Which notice covers the frame; `null` while the customer is to see the hosted page. Pure. */
export function noticeOf(state: State, texts: DialogTexts): NoticeContent | null {
  const { phase, ending, expiredOnServer, slow, blockedBy, broken, online } = state;
  const close = [texts.close, 'dismiss'] as const;
  switch (phase) {
    case 'confirming':
      return {
        tone: 'busy',
        title: texts.confirming,
        text: slow ? texts.stillConfirming : texts.confirmingText,
        buttons: slow ? [[texts.close, 'closeNow']] : [],
      };
    case 'openInAnotherTab':
      return {
        tone: 'ask',
        title: texts.otherTab,
        text: texts.otherTabText,
        buttons: [
          [texts.payHere, 'keepPaying'],
          [texts.close, 'closeNow'],
        ],
      };
    case 'confirmingClose':
      return {
        tone: 'ask',
        title: texts.confirmClose,
        text: texts.confirmCloseText,
        buttons: [
          [texts.stay, 'stay'],
          [texts.leave, 'closeNow'],
        ],
      };
    case 'closing':
      return { tone: 'busy', title: texts.closing, buttons: [] };
    case 'expired':
      return {
        tone: 'wait',
        title: texts.expired,
        text: expiredOnServer ? texts.expiredOnServerText : texts.expiredText,
        buttons: [
          [texts.startAgain, 'startAgain'],
          mayGoOn(state) ? [texts.stay, 'keepPaying'] : [texts.close, 'closeNow'],
        ],
      };
    case 'renewing':
      return {
        tone: 'busy',
        title: texts[state.waitingFor ?? 'renewing'],
        buttons: mayGoOn(state) ? [[texts.stay, 'keepPaying']] : [],
      };
    case 'ended':
      break;
    default:
      if (broken) return brokenNotice(online, texts);
      return blockedBy
        ? {
            tone: 'out',
            title: texts.blocked,
            text: texts.blockedText,
            buttons: [[texts.fullPage, 'openFullPage']],
          }
        : null;
  }
  if (ending === null) return null;
  const again = [texts.tryAgain, 'tryAgain'] as const;
  if ('error' in ending) {
    const { code, recoverable } = ending.error;
    const text = code === 'offline' ? texts.offlineText : recoverable ? texts.errorText : texts.refusedText;
    return { tone: 'bad', title: texts.error, text, buttons: recoverable ? [again, close] : [close] };
  }
  switch (ending.outcome) {
    case 'completed': {
      const ref = ending.orderReference;
      const text = ref === undefined ? ref : fill(texts.reference, { ref });
      return { tone: 'good', title: texts.completed, text, buttons: [[texts.continue, 'dismiss']] };
    }
    case 'failed': {
      const { reason } = ending;
      // Cancelled is not failed.
      if (reason === 'cancelled')
        return { tone: 'stop', title: texts.cancelled, text: texts.notCharged, buttons: [again, close] };
      const title = reason ? texts.declined : texts.failed;
      return { tone: 'bad', title, text: texts.failedText, buttons: [again, close] };
    }
    default: {
      const text = ending.reason ? texts.processingText : texts.pendingText;
      return { tone: 'wait', title: texts.pending, text, buttons: [close] };
    }
  }
}

/** The network has failed under the page. When it is back, the server is asked, and a fresh page comes. */
function brokenNotice(online: boolean, texts: DialogTexts): NoticeContent {
  return online
    ? { tone: 'busy', title: texts.renewing, buttons: [[texts.fullPage, 'openFullPage']] }
    : { tone: 'wait', title: texts.blocked, text: texts.offline, buttons: [] };
}
