import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/zh-Hant.ts';

export const texts: ReturnTexts = {
  title: '您的付款',
  confirming: { title: '正在確認您的付款', text: '這需要幾秒鐘。請保持此頁面開啟。' },
  completed: { title: '付款完成', text: '謝謝。您的付款已收到。' },
  failed: { title: '付款未完成', text: '付款未成功。您可以重試或使用其他付款方式。' },
  expired: { title: '此付款頁面已逾時', text: '此頁面僅短時間有效。您可以重新開始。' },
  slow: { title: '仍在確認', text: '銀行處理的時間比平時長。您可以離開此頁面：商店會收到結果。' },
  pending: pendingOf(dialog),
  unknown: { title: '找不到付款', text: '此網址不屬於任何已知的付款。' },
  back: '返回商店',
  backToApp: '返回應用程式',
  test: '測試付款',
};
