import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/sl.ts';
import { texts as dialog } from '../texts/sl.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Podatke o kartici vnesete na varni strani, ki sledi.',
    ended: {
      title: 'Ta plačilna povezava ni več veljavna',
      text: 'Potekla je ali je bila preklicana. Prosimo, zaprosite trgovino za novo.',
    },
    notPayable: {
      title: 'Tega naročila ni mogoče plačati',
      text: 'Morda je bilo spremenjeno ali preklicano. Prosimo, obrnite se na trgovino.',
    },
    signIn: {
      title: 'Za plačilo se prijavite',
      text: 'Prijavite se v trgovini in nato znova odprite to stran.',
    },
    busy: {
      title: 'To naročilo se že plačuje',
      text: 'Dokončajte odprto plačilo ali poskusite znova čez trenutek.',
    },
  },
  dialog,
  ofReturn,
);
