import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/zh-Hans.ts';

export const texts: ReturnTexts = {
  title: '您的付款',
  confirming: { title: '正在确认您的付款', text: '这需要几秒钟。请保持此页面打开。' },
  completed: { title: '付款完成', text: '谢谢。您的付款已到账。' },
  failed: { title: '付款未完成', text: '付款未成功。您可以重试或使用其他付款方式。' },
  expired: { title: '此支付页面已过期', text: '此页面仅短时间有效。您可以重新开始。' },
  slow: { title: '仍在确认', text: '银行处理的时间比平时长。您可以离开此页面：商店会收到结果。' },
  pending: pendingOf(dialog),
  unknown: { title: '未找到付款', text: '此地址不属于任何已知的付款。' },
  back: '返回商店',
  backToApp: '返回应用',
  test: '测试付款',
};
