import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/zh-Hant.ts';
import { texts as dialog } from '../texts/zh-Hant.ts';

export const texts: PayTexts = payTexts(
  {
    onward: '卡片資料將在接下來的安全頁面填寫。',
    ended: { title: '此付款連結已失效', text: '連結已逾期或已被撤回。請向商店索取新的連結。' },
    notPayable: { title: '此訂單無法付款', text: '訂單可能已變更或取消。請洽詢商店。' },
    signIn: { title: '請登入後付款', text: '請先在商店登入，再重新開啟此頁面。' },
    busy: { title: '此訂單正在付款中', text: '請完成已開啟的付款，或稍後重試。' },
  },
  dialog,
  ofReturn,
);
