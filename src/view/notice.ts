import type { CheckoutModel } from '../checkout/model.ts';
import { fill, type Texts } from './language/texts.ts';
import { waitingText } from './waitingText.ts';

export type NoticeTone = 'busy' | 'good' | 'bad' | 'wait' | 'ask';

/** A view that covers the frame: what happened, and the ways on. The first action is the one we recommend. */
export interface NoticeContent {
  tone: NoticeTone;
  title: string;
  text?: string | undefined;
  actions: [label: string, run: () => void][];
}

/** Which notice covers the frame; `null` while the customer is to see the page itself. Pure but for the actions. */
export function noticeOf(model: CheckoutModel, texts: Texts, tryAgain: () => void): NoticeContent | null {
  const { phase, ending, expiredOnServer, slow, blockedBy } = model.state.value;
  const close: NoticeContent['actions'][number] = [texts.close, model.dismiss];
  switch (phase) {
    case 'confirming':
      return {
        tone: 'busy',
        title: texts.confirming,
        text: slow ? texts.stillConfirming : texts.confirmingText,
        actions: slow ? [[texts.close, model.closeNow]] : [],
      };
    case 'openInAnotherTab':
      return {
        tone: 'ask',
        title: texts.elsewhere,
        text: texts.elsewhereText,
        actions: [
          [texts.payHere, model.keepPaying],
          [texts.close, model.closeNow],
        ],
      };
    case 'confirmingClose':
      return {
        tone: 'ask',
        title: texts.doubt,
        text: texts.doubtText,
        actions: [
          [texts.stay, model.stay],
          [texts.leave, model.closeNow],
        ],
      };
    case 'closing':
      return { tone: 'busy', title: texts.leaving, actions: [] };
    case 'expired':
      return {
        tone: 'wait',
        title: texts.expired,
        text: expiredOnServer ? texts.deadText : texts.expiredText,
        actions: [
          [texts.startAgain, model.startAgain],
          expiredOnServer ? [texts.close, model.closeNow] : [texts.stay, model.keepPaying],
        ],
      };
    case 'renewing':
      return {
        tone: 'busy',
        title: waitingText(model.state.value, texts) ?? texts.renewing,
        actions: expiredOnServer ? [] : [[texts.stay, model.keepPaying]],
      };
    case 'ended':
      break;
    default:
      return blockedBy
        ? {
            tone: 'wait',
            title: texts.blocked,
            text: texts.blockedText,
            actions: [[texts.fullPage, model.openFullPage]],
          }
        : null;
  }
  if (ending === null) return null;
  const again: typeof close = [texts.tryAgain, tryAgain];
  if ('error' in ending) {
    const { code, recoverable } = ending.error;
    const text = code === 'offline' ? texts.offlineText : recoverable ? texts.errorText : texts.refusedText;
    return { tone: 'bad', title: texts.error, text, actions: recoverable ? [again, close] : [close] };
  }
  switch (ending.outcome) {
    case 'completed': {
      const ref = ending.orderReference;
      const text = ref === undefined ? ref : fill(texts.reference, { ref });
      return { tone: 'good', title: texts.completed, text, actions: [[texts.go, model.dismiss]] };
    }
    case 'failed':
      return { tone: 'bad', title: texts.failed, text: texts.failedText, actions: [again, close] };
    default:
      return { tone: 'wait', title: texts.pending, text: texts.pendingText, actions: [close] };
  }
}
