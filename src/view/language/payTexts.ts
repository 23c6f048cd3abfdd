import { english as returnTexts } from './returnTexts.ts';
import { english as dialog } from './texts.ts';

/** A sentence above, one below. */
interface Said {
  title: string;
  text: string;
}

/** Every sentence of the pay page; `view/language/payTexts/` has a file for each language but English. `{…}` is filled in. */
export interface PayTexts {
  title: string;
  /** On the button. */
  pay: string;
  /** On the button, where it concludes the order. */
  order: string;
  reference: string;
  /** What the click does. */
  onward: string;
  tryAgain: string;
  back: string;
  backToApp: string;
  test: string;
  paid: Said;
  /** A pay link whose time is over, or that the shop has taken back. */
  ended: Said;
  /** The address names nothing. */
  unknown: Said;
  /** The shop does not sell the order, or not any more. */
  notPayable: Said;
  signIn: Said;
  /** Another page of the order may still be paid. */
  busy: Said;
  /** It may work in a moment. */
  failed: Said;
  /** It will not work by itself. */
  refused: Said;
}

/** What the pay page says in its own words; the others are the dialog's and the return page's. */
export type OwnPayTexts = Pick<PayTexts, 'onward' | 'ended' | 'notPayable' | 'signIn' | 'busy'>;

/** The words of the pay page in a language that the dialog and the return page have. */
export function payTexts(own: OwnPayTexts, theDialog: typeof dialog, ofReturn: typeof returnTexts): PayTexts {
  const {
    title,
    payAmount: pay,
    payOrder: order,
    reference,
    tryAgain,
    test,
    error,
    errorText,
    refusedText,
  } = theDialog;
  return {
    ...{ title, pay, order, reference, tryAgain, test, ...own },
    back: ofReturn.back,
    backToApp: ofReturn.backToApp,
    paid: ofReturn.completed,
    unknown: ofReturn.unknown,
    failed: { title: error, text: errorText },
    refused: { title: error, text: refusedText },
  };
}

export const english: PayTexts = payTexts(
  {
    onward: 'You enter your card details on the secure page that comes next.',
    ended: {
      title: 'This payment link is no longer valid',
      text: 'It has ended or was withdrawn. Please ask the shop for a new one.',
    },
    notPayable: {
      title: 'This order cannot be paid',
      text: 'It may have been changed or cancelled. Please ask the shop.',
    },
    signIn: { title: 'Please sign in to pay', text: 'Sign in at the shop, then open this page again.' },
    busy: {
      title: 'This order is being paid already',
      text: 'Finish the payment that is open, or try again in a moment.',
    },
  },
  dialog,
  returnTexts,
);
