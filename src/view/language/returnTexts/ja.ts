import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/ja.ts';

export const texts: ReturnTexts = {
  title: 'お支払い',
  confirming: {
    title: 'お支払いを確認しています',
    text: '数秒かかります。このページを開いたままお待ちください。',
  },
  completed: { title: 'お支払いが完了しました', text: 'ありがとうございます。お支払いを確認しました。' },
  failed: {
    title: 'お支払いは完了していません',
    text: 'お支払いを処理できませんでした。もう一度試すか、別の方法でお支払いください。',
  },
  expired: {
    title: 'このお支払いページの有効期限が切れました',
    text: 'このページは短い時間だけ有効です。もう一度やり直せます。',
  },
  slow: {
    title: 'まだ確認中です',
    text: '銀行での処理に通常より時間がかかっています。このページを離れていただけます。結果はショップに届きます。',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'お支払いが見つかりません', text: 'このアドレスに該当するお支払いはありません。' },
  back: 'ショップに戻る',
  backToApp: 'アプリに戻る',
  test: 'テスト支払い',
};
