import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/sv.ts';

export const texts: ReturnTexts = {
  title: 'Din betalning',
  confirming: {
    title: 'Din betalning bekräftas',
    text: 'Det tar några sekunder. Låt den här sidan vara öppen.',
  },
  completed: { title: 'Betalningen är klar', text: 'Tack. Din betalning har kommit fram.' },
  failed: {
    title: 'Betalningen slutfördes inte',
    text: 'Betalningen gick inte igenom. Du kan försöka igen eller betala på ett annat sätt.',
  },
  expired: {
    title: 'Den här betalningssidan har gått ut',
    text: 'Den är bara öppen en kort stund. Du kan börja om.',
  },
  slow: {
    title: 'Bekräftelsen pågår fortfarande',
    text: 'Banken behöver längre tid än vanligt. Du kan lämna sidan: butiken får veta resultatet.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Betalningen hittades inte',
    text: 'Den här adressen hör inte till någon betalning som vi känner till.',
  },
  back: 'Tillbaka till butiken',
  backToApp: 'Tillbaka till appen',
  test: 'Testbetalning',
};
