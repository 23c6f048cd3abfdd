import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/sv.ts';
import { texts as dialog } from '../texts/sv.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Du anger kortuppgifterna på den säkra sidan som kommer härnäst.',
    ended: {
      title: 'Den här betalningslänken gäller inte längre',
      text: 'Den har gått ut eller dragits tillbaka. Be butiken om en ny.',
    },
    notPayable: {
      title: 'Den här beställningen kan inte betalas',
      text: 'Den kan ha ändrats eller avbrutits. Fråga gärna butiken.',
    },
    signIn: {
      title: 'Logga in för att betala',
      text: 'Logga in i butiken och öppna sedan den här sidan igen.',
    },
    busy: {
      title: 'Den här beställningen håller redan på att betalas',
      text: 'Slutför betalningen som är öppen eller försök igen om en stund.',
    },
  },
  dialog,
  ofReturn,
);
