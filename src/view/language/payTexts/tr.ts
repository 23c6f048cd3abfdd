import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/tr.ts';
import { texts as dialog } from '../texts/tr.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Kart bilgilerinizi bir sonraki güvenli sayfada girersiniz.',
    ended: {
      title: 'Bu ödeme bağlantısı artık geçerli değil',
      text: 'Süresi doldu veya geri alındı. Lütfen mağazadan yenisini isteyin.',
    },
    notPayable: {
      title: 'Bu sipariş ödenemiyor',
      text: 'Değiştirilmiş veya iptal edilmiş olabilir. Lütfen mağazaya sorun.',
    },
    signIn: {
      title: 'Ödemek için lütfen oturum açın',
      text: 'Mağazada oturum açın, ardından bu sayfayı yeniden açın.',
    },
    busy: {
      title: 'Bu sipariş zaten ödeniyor',
      text: 'Açık olan ödemeyi tamamlayın veya birazdan yeniden deneyin.',
    },
  },
  dialog,
  ofReturn,
);
