import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/bg.ts';
import { texts as dialog } from '../texts/bg.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Данните на картата си въвеждате на следващата защитена страница.',
    ended: {
      title: 'Тази връзка за плащане вече не е валидна',
      text: 'Срокът ѝ е изтекъл или е оттеглена. Моля, поискайте нова от магазина.',
    },
    notPayable: {
      title: 'Тази поръчка не може да бъде платена',
      text: 'Възможно е да е променена или отменена. Моля, попитайте магазина.',
    },
    signIn: {
      title: 'Моля, влезте, за да платите',
      text: 'Влезте в профила си в магазина и отворете тази страница отново.',
    },
    busy: {
      title: 'Тази поръчка вече се плаща',
      text: 'Завършете започнатото плащане или опитайте отново след малко.',
    },
  },
  dialog,
  ofReturn,
);
