import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/pl.ts';

export const texts: ReturnTexts = {
  title: 'Twoja płatność',
  confirming: {
    title: 'Potwierdzanie płatności',
    text: 'To potrwa kilka sekund. Prosimy nie zamykać tej strony.',
  },
  completed: { title: 'Płatność zakończona', text: 'Dziękujemy. Płatność dotarła.' },
  failed: {
    title: 'Płatność nieudana',
    text: 'Płatność nie doszła do skutku. Można spróbować ponownie lub zapłacić w inny sposób.',
  },
  expired: {
    title: 'Ta strona płatności wygasła',
    text: 'Jest otwarta tylko przez krótki czas. Można zacząć od nowa.',
  },
  slow: {
    title: 'Potwierdzanie wciąż trwa',
    text: 'Bank potrzebuje więcej czasu niż zwykle. Można opuścić tę stronę: sklep otrzyma wynik.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Nie znaleziono płatności',
    text: 'Ten adres nie należy do żadnej znanej nam płatności.',
  },
  back: 'Wróć do sklepu',
  backToApp: 'Wróć do aplikacji',
  test: 'Płatność testowa',
};
