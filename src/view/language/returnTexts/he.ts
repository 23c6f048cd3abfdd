import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/he.ts';

export const texts: ReturnTexts = {
  title: 'התשלום שלך',
  confirming: { title: 'התשלום שלך מאושר כעת', text: 'זה אורך כמה שניות. יש להשאיר דף זה פתוח.' },
  completed: { title: 'התשלום הושלם', text: 'תודה. התשלום שלך התקבל.' },
  failed: { title: 'התשלום לא הושלם', text: 'התשלום לא עבר. אפשר לנסות שוב או לשלם בדרך אחרת.' },
  expired: { title: 'פג תוקפו של דף תשלום זה', text: 'הוא פתוח לזמן קצר בלבד. אפשר להתחיל מחדש.' },
  slow: {
    title: 'האישור עדיין נמשך',
    text: 'לבנק זה לוקח יותר זמן מהרגיל. אפשר לעזוב דף זה: החנות תקבל את התוצאה.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'התשלום לא נמצא', text: 'כתובת זו אינה שייכת לשום תשלום המוכר לנו.' },
  back: 'חזרה לחנות',
  backToApp: 'חזרה לאפליקציה',
  test: 'תשלום לניסיון',
};
