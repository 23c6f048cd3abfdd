import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/ja.ts';
import { texts as dialog } from '../texts/ja.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'カード情報は、次に表示される安全なページで入力します。',
    ended: {
      title: 'このお支払いリンクは無効になりました',
      text: '有効期限が切れたか、取り消されました。ショップに新しいリンクをご依頼ください。',
    },
    notPayable: {
      title: 'このご注文はお支払いいただけません',
      text: '変更またはキャンセルされた可能性があります。ショップにお問い合わせください。',
    },
    signIn: {
      title: 'お支払いにはログインが必要です',
      text: 'ショップにログインしてから、このページをもう一度開いてください。',
    },
    busy: {
      title: 'このご注文はすでにお支払い手続き中です',
      text: '開いているお支払いを完了するか、しばらくしてからもう一度お試しください。',
    },
  },
  dialog,
  ofReturn,
);
