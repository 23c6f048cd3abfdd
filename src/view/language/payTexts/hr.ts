import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/hr.ts';
import { texts as dialog } from '../texts/hr.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Podatke o kartici unosite na sigurnoj stranici koja slijedi.',
    ended: {
      title: 'Ova poveznica za plaćanje više ne vrijedi',
      text: 'Istekla je ili je povučena. Molimo zatražite novu od trgovine.',
    },
    notPayable: {
      title: 'Ovu narudžbu nije moguće platiti',
      text: 'Možda je promijenjena ili otkazana. Molimo pitajte trgovinu.',
    },
    signIn: {
      title: 'Prijavite se da biste platili',
      text: 'Prijavite se u trgovini, a zatim ponovno otvorite ovu stranicu.',
    },
    busy: {
      title: 'Ova se narudžba već plaća',
      text: 'Dovršite otvoreno plaćanje ili pokušajte ponovno za koji trenutak.',
    },
  },
  dialog,
  ofReturn,
);
