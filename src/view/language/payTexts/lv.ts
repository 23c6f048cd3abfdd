import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/lv.ts';
import { texts as dialog } from '../texts/lv.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Kartes datus ievadīsiet nākamajā drošajā lapā.',
    ended: {
      title: 'Šī maksājuma saite vairs nav derīga',
      text: 'Tās termiņš ir beidzies vai tā ir atsaukta. Lūdzu, palūdziet veikalam jaunu.',
    },
    notPayable: {
      title: 'Šo pasūtījumu nevar apmaksāt',
      text: 'Iespējams, tas ir mainīts vai atcelts. Lūdzu, jautājiet veikalam.',
    },
    signIn: {
      title: 'Lai maksātu, lūdzu, pierakstieties',
      text: 'Pierakstieties veikalā un pēc tam vēlreiz atveriet šo lapu.',
    },
    busy: {
      title: 'Šis pasūtījums jau tiek apmaksāts',
      text: 'Pabeidziet atvērto maksājumu vai pēc brīža mēģiniet vēlreiz.',
    },
  },
  dialog,
  ofReturn,
);
