import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/ar.ts';
import { texts as dialog } from '../texts/ar.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'ستُدخل بيانات بطاقتك في الصفحة الآمنة التالية.',
    ended: { title: 'رابط الدفع هذا لم يعد صالحًا', text: 'انتهت مدته أو سُحب. يُرجى طلب رابط جديد من المتجر.' },
    notPayable: { title: 'لا يمكن دفع هذا الطلب', text: 'ربما جرى تغييره أو إلغاؤه. يُرجى سؤال المتجر.' },
    signIn: { title: 'يُرجى تسجيل الدخول للدفع', text: 'سجّل الدخول في المتجر، ثم افتح هذه الصفحة مجددًا.' },
    busy: {
      title: 'يجري دفع هذا الطلب بالفعل',
      text: 'أكمل عملية الدفع المفتوحة، أو حاول مرة أخرى بعد لحظات.',
    },
  },
  dialog,
  ofReturn,
);
