import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/he.ts';
import { texts as dialog } from '../texts/he.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'את פרטי הכרטיס מזינים בדף המאובטח הבא.',
    ended: {
      title: 'קישור התשלום הזה אינו תקף עוד',
      text: 'פג תוקפו או שהוא בוטל. נא לבקש מהחנות קישור חדש.',
    },
    notPayable: { title: 'לא ניתן לשלם על הזמנה זו', text: 'ייתכן שהיא שונתה או בוטלה. נא לפנות לחנות.' },
    signIn: { title: 'יש להתחבר כדי לשלם', text: 'יש להתחבר בחנות ולאחר מכן לפתוח שוב את הדף.' },
    busy: { title: 'הזמנה זו כבר בתהליך תשלום', text: 'אפשר להשלים את התשלום הפתוח, או לנסות שוב בעוד רגע.' },
  },
  dialog,
  ofReturn,
);
