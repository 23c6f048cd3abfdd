import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/zh-Hans.ts';
import { texts as dialog } from '../texts/zh-Hans.ts';

export const texts: PayTexts = payTexts(
  {
    onward: '银行卡信息将在接下来的安全页面上填写。',
    ended: { title: '此付款链接已失效', text: '链接已过期或已被撤回。请向商店索取新的链接。' },
    notPayable: { title: '此订单无法付款', text: '订单可能已更改或取消。请咨询商店。' },
    signIn: { title: '请登录后付款', text: '请先在商店登录，然后重新打开此页面。' },
    busy: { title: '此订单正在付款中', text: '请完成已打开的付款，或稍后重试。' },
  },
  dialog,
  ofReturn,
);
