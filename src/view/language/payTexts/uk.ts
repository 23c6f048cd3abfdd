import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/uk.ts';
import { texts as dialog } from '../texts/uk.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Дані картки Ви вводите на наступній захищеній сторінці.',
    ended: {
      title: 'Це посилання на оплату більше не дійсне',
      text: 'Його строк минув або його відкликано. Будь ласка, попросіть у магазину нове.',
    },
    notPayable: {
      title: 'Це замовлення неможливо оплатити',
      text: 'Можливо, його змінено або скасовано. Будь ласка, зверніться до магазину.',
    },
    signIn: {
      title: 'Увійдіть, щоб сплатити',
      text: 'Увійдіть у магазині, а потім відкрийте цю сторінку знову.',
    },
    busy: {
      title: 'Це замовлення вже оплачується',
      text: 'Завершіть відкриту оплату або спробуйте ще раз за мить.',
    },
  },
  dialog,
  ofReturn,
);
