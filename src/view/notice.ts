import type { CheckoutModel } from '../checkout/createCheckoutModel.ts';
import type { State } from '../checkout/machine.ts';
import { fill, type Texts } from './language/texts.ts';
import { waitingText } from './waitingText.ts';

export type NoticeTone = 'busy' | 'good' | 'bad' | 'wait' | 'ask';

/** What a notice's button may do: an action of the model, or a fresh open. */
export type NoticeAction =
  | keyof Pick<CheckoutModel, 'closeNow' | 'dismiss' | 'keepPaying' | 'openFullPage' | 'startAgain' | 'stay'>
  | 'tryAgain';

/** A view that covers the frame: what happened, and the ways on. */
export interface NoticeContent {
  tone: NoticeTone;
  title: string;
  text?: string | undefined;
  /** The first is the one we recommend. */
  buttons: readonly (readonly [label: string, action: NoticeAction])[];
}

/** Which notice covers the frame; `null` while the customer is to see the page itself. Pure. */
export function noticeOf(state: State, texts: Texts): NoticeContent | null {
  const { phase, ending, expiredOnServer, slow, blockedBy } = state;
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
        title: texts.elsewhere,
        text: texts.elsewhereText,
        buttons: [
          [texts.payHere, 'keepPaying'],
          [texts.close, 'closeNow'],
        ],
      };
    case 'confirmingClose':
      return {
        tone: 'ask',
        title: texts.doubt,
        text: texts.doubtText,
        buttons: [
          [texts.stay, 'stay'],
          [texts.leave, 'closeNow'],
        ],
      };
    case 'closing':
      return { tone: 'busy', title: texts.leaving, buttons: [] };
    case 'expired':
      return {
        tone: 'wait',
        title: texts.expired,
        text: expiredOnServer ? texts.deadText : texts.expiredText,
        buttons: [
          [texts.startAgain, 'startAgain'],
          expiredOnServer ? [texts.close, 'closeNow'] : [texts.stay, 'keepPaying'],
        ],
      };
    case 'renewing':
      return {
        tone: 'busy',
        title: waitingText(state, texts) ?? texts.renewing,
        buttons: expiredOnServer ? [] : [[texts.stay, 'keepPaying']],
      };
    case 'ended':
      break;
    default:
      return blockedBy
        ? {
            tone: 'wait',
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
      return { tone: 'good', title: texts.completed, text, buttons: [[texts.go, 'dismiss']] };
    }
    case 'failed':
      return { tone: 'bad', title: texts.failed, text: texts.failedText, buttons: [again, close] };
    default:
      return { tone: 'wait', title: texts.pending, text: texts.pendingText, buttons: [close] };
  }
}
