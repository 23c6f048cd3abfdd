import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/ar.ts';

export const texts: ReturnTexts = {
  title: 'عملية الدفع',
  confirming: { title: 'جارٍ تأكيد الدفع', text: 'يستغرق ذلك بضع ثوانٍ. يُرجى إبقاء هذه الصفحة مفتوحة.' },
  completed: { title: 'تم الدفع', text: 'شكرًا لك. لقد وصلت دفعتك.' },
  failed: {
    title: 'لم يكتمل الدفع',
    text: 'لم تنجح عملية الدفع. يمكنك المحاولة مرة أخرى أو الدفع بطريقة أخرى.',
  },
  expired: { title: 'انتهت صلاحية صفحة الدفع', text: 'تبقى مفتوحة لوقت قصير فقط. يمكنك البدء من جديد.' },
  slow: {
    title: 'ما زال التأكيد جاريًا',
    text: 'يستغرق المصرف وقتًا أطول من المعتاد. يمكنك مغادرة هذه الصفحة، وسيصل الخبر إلى المتجر.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'لم يُعثر على الدفعة', text: 'هذا العنوان لا يخص أي دفعة نعرفها.' },
  back: 'العودة إلى المتجر',
  backToApp: 'العودة إلى التطبيق',
  test: 'دفعة تجريبية',
};
