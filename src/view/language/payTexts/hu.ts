import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/hu.ts';
import { texts as dialog } from '../texts/hu.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'A kártyaadatokat a következő, biztonságos oldalon adja meg.',
    ended: {
      title: 'Ez a fizetési hivatkozás már nem érvényes',
      text: 'Lejárt vagy visszavonták. Kérjük, kérjen újat a bolttól.',
    },
    notPayable: {
      title: 'Ezt a rendelést nem lehet kifizetni',
      text: 'Lehet, hogy módosították vagy törölték. Kérjük, érdeklődjön a boltnál.',
    },
    signIn: {
      title: 'A fizetéshez jelentkezzen be',
      text: 'Jelentkezzen be a boltban, majd nyissa meg újra ezt az oldalt.',
    },
    busy: {
      title: 'Ennek a rendelésnek a fizetése már folyamatban van',
      text: 'Fejezze be a megnyitott fizetést, vagy próbálja újra kis idő múlva.',
    },
  },
  dialog,
  ofReturn,
);
