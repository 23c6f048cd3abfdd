import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/de.ts';
import { texts as dialog } from '../texts/de.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Ihre Kartendaten geben Sie auf der sicheren Seite ein, die nun folgt.',
    ended: {
      title: 'Dieser Zahlungslink ist nicht mehr gültig',
      text: 'Er ist abgelaufen oder wurde zurückgezogen. Bitte fragen Sie den Shop nach einem neuen.',
    },
    notPayable: {
      title: 'Diese Bestellung kann nicht bezahlt werden',
      text: 'Vielleicht wurde sie geändert oder storniert. Bitte fragen Sie den Shop.',
    },
    signIn: {
      title: 'Bitte melden Sie sich an, um zu bezahlen',
      text: 'Melden Sie sich im Shop an, und öffnen Sie diese Seite dann erneut.',
    },
    busy: {
      title: 'Diese Bestellung wird bereits bezahlt',
      text: 'Schließen Sie die offene Zahlung ab, oder versuchen Sie es gleich noch einmal.',
    },
  },
  dialog,
  ofReturn,
);
