import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/lt.ts';
import { texts as dialog } from '../texts/lt.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Kortelės duomenis įvesite kitame saugiame puslapyje.',
    ended: {
      title: 'Ši mokėjimo nuoroda nebegalioja',
      text: 'Jos laikas baigėsi arba ji atšaukta. Prašome paprašyti parduotuvės naujos.',
    },
    notPayable: {
      title: 'Už šį užsakymą sumokėti negalima',
      text: 'Galbūt jis pakeistas arba atšauktas. Prašome kreiptis į parduotuvę.',
    },
    signIn: {
      title: 'Norėdami mokėti, prisijunkite',
      text: 'Prisijunkite parduotuvėje ir vėl atidarykite šį puslapį.',
    },
    busy: {
      title: 'Už šį užsakymą jau mokama',
      text: 'Užbaikite pradėtą mokėjimą arba netrukus pabandykite dar kartą.',
    },
  },
  dialog,
  ofReturn,
);
