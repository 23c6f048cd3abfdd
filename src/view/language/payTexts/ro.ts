import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/ro.ts';
import { texts as dialog } from '../texts/ro.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Datele cardului le introduceți pe pagina securizată care urmează.',
    ended: {
      title: 'Acest link de plată nu mai este valabil',
      text: 'A expirat sau a fost retras. Vă rugăm să cereți magazinului unul nou.',
    },
    notPayable: {
      title: 'Această comandă nu poate fi plătită',
      text: 'Este posibil să fi fost modificată sau anulată. Vă rugăm să întrebați magazinul.',
    },
    signIn: {
      title: 'Autentificați-vă pentru a plăti',
      text: 'Autentificați-vă în magazin, apoi deschideți din nou această pagină.',
    },
    busy: {
      title: 'Această comandă este deja în curs de plată',
      text: 'Finalizați plata deschisă sau încercați din nou peste câteva clipe.',
    },
  },
  dialog,
  ofReturn,
);
