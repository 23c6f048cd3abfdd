import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/tr.ts';

export const texts: ReturnTexts = {
  title: 'Ödemeniz',
  confirming: {
    title: 'Ödemeniz onaylanıyor',
    text: 'Bu birkaç saniye sürer. Lütfen bu sayfayı açık tutun.',
  },
  completed: { title: 'Ödeme tamamlandı', text: 'Teşekkür ederiz. Ödemeniz ulaştı.' },
  failed: {
    title: 'Ödeme tamamlanmadı',
    text: 'Ödeme gerçekleşmedi. Yeniden deneyebilir veya başka bir yolla ödeyebilirsiniz.',
  },
  expired: {
    title: 'Bu ödeme sayfasının süresi doldu',
    text: 'Yalnızca kısa bir süre açık kalır. Baştan başlayabilirsiniz.',
  },
  slow: {
    title: 'Onay hâlâ sürüyor',
    text: 'Bankanın işlemi her zamankinden uzun sürüyor. Bu sayfadan ayrılabilirsiniz: sonuç mağazaya ulaşacaktır.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Ödeme bulunamadı', text: 'Bu adres, bildiğimiz hiçbir ödemeye ait değil.' },
  back: 'Mağazaya dön',
  backToApp: 'Uygulamaya dön',
  test: 'Test ödemesi',
};
