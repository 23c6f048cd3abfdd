import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/pl.ts';
import { texts as dialog } from '../texts/pl.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Dane karty podaje się na bezpiecznej stronie, która otworzy się za chwilę.',
    ended: {
      title: 'Ten link do płatności jest już nieważny',
      text: 'Wygasł lub został wycofany. Prosimy poprosić sklep o nowy.',
    },
    notPayable: {
      title: 'Tego zamówienia nie można opłacić',
      text: 'Mogło zostać zmienione lub anulowane. Prosimy o kontakt ze sklepem.',
    },
    signIn: {
      title: 'Prosimy zalogować się, aby zapłacić',
      text: 'Prosimy zalogować się w sklepie i ponownie otworzyć tę stronę.',
    },
    busy: {
      title: 'To zamówienie jest już opłacane',
      text: 'Prosimy dokończyć otwartą płatność albo spróbować ponownie za chwilę.',
    },
  },
  dialog,
  ofReturn,
);
