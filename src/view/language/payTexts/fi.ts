import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/fi.ts';
import { texts as dialog } from '../texts/fi.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Kortin tiedot syötetään seuraavaksi avautuvalla suojatulla sivulla.',
    ended: {
      title: 'Tämä maksulinkki ei ole enää voimassa',
      text: 'Se on vanhentunut tai peruttu. Pyytäkää kaupalta uusi.',
    },
    notPayable: {
      title: 'Tätä tilausta ei voi maksaa',
      text: 'Se on ehkä muuttunut tai peruttu. Kysykää kaupalta.',
    },
    signIn: {
      title: 'Kirjautukaa sisään maksaaksenne',
      text: 'Kirjautukaa kaupassa sisään ja avatkaa sitten tämä sivu uudelleen.',
    },
    busy: {
      title: 'Tätä tilausta maksetaan jo',
      text: 'Viimeistelkää avoin maksu tai yrittäkää hetken kuluttua uudelleen.',
    },
  },
  dialog,
  ofReturn,
);
