import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/et.ts';
import { texts as dialog } from '../texts/et.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Kaardiandmed sisestate järgmisel turvalisel lehel.',
    ended: {
      title: 'See makselink ei kehti enam',
      text: 'See on aegunud või tagasi võetud. Palun küsige poelt uus.',
    },
    notPayable: {
      title: 'Selle tellimuse eest ei saa maksta',
      text: 'Seda võib olla muudetud või see on tühistatud. Palun küsige poelt.',
    },
    signIn: { title: 'Maksmiseks logige palun sisse', text: 'Logige poes sisse ja avage see leht uuesti.' },
    busy: {
      title: 'Selle tellimuse eest juba makstakse',
      text: 'Lõpetage avatud makse või proovige hetke pärast uuesti.',
    },
  },
  dialog,
  ofReturn,
);
