import type { CheckoutModel } from '../checkout/model.ts';
import { fill, type Texts } from './language/texts.ts';

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
  const { phase, ending, dead } = model.flow.value;
  const slow = model.slowness.value > 0;
  const close: NoticeContent['actions'][number] = [texts.close, model.dismiss];
  switch (phase) {
    case 'confirming':
      return {
        tone: 'busy',
        title: texts.confirming,
        text: slow ? texts.stillConfirming : texts.confirmingText,
        actions: slow ? [[texts.close, model.leave]] : [],
      };
    case 'elsewhere':
      return {
        tone: 'ask',
        title: texts.elsewhere,
        text: texts.elsewhereText,
        actions: [
          [texts.payHere, model.keepPaying],
          [texts.close, model.leave],
        ],
      };
    case 'doubting':
      return {
        tone: 'ask',
        title: texts.doubt,
        text: texts.doubtText,
        actions: [
          [texts.stay, model.stay],
          [texts.leave, model.leave],
        ],
      };
    case 'leaving':
      return { tone: 'busy', title: texts.leaving, actions: [] };
    case 'expired':
      return {
        tone: 'wait',
        title: texts.expired,
        text: dead ? texts.deadText : texts.expiredText,
        actions: [
          [texts.startAgain, model.startAgain],
          dead ? [texts.close, model.leave] : [texts.stay, model.keepPaying],
        ],
      };
    case 'renewing':
      return {
        tone: 'busy',
        title: texts[model.waiting.value ?? 'renewing'],
        actions: dead ? [] : [[texts.stay, model.keepPaying]],
      };
    case 'ended':
      break;
    default:
      return model.blockedBy.value
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
