import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/de.ts';

export const texts: ReturnTexts = {
  title: 'Ihre Zahlung',
  confirming: {
    title: 'Zahlung wird bestätigt',
    text: 'Das dauert nur wenige Sekunden. Bitte lassen Sie diese Seite geöffnet.',
  },
  completed: { title: 'Zahlung abgeschlossen', text: 'Vielen Dank. Ihre Zahlung ist eingegangen.' },
  failed: {
    title: 'Zahlung nicht abgeschlossen',
    text: 'Die Zahlung hat nicht geklappt. Sie können es erneut versuchen oder anders bezahlen.',
  },
  expired: {
    title: 'Die Zahlungsseite ist abgelaufen',
    text: 'Sie ist nur kurze Zeit geöffnet. Sie können neu beginnen.',
  },
  slow: {
    title: 'Bestätigung läuft noch',
    text: 'Die Bank braucht länger als üblich. Sie können diese Seite verlassen: Der Shop erfährt das Ergebnis.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Zahlung nicht gefunden', text: 'Diese Adresse gehört zu keiner uns bekannten Zahlung.' },
  back: 'Zurück zum Shop',
  backToApp: 'Zurück zur App',
  test: 'Testzahlung',
};
