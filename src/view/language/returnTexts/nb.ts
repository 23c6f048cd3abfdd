import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/nb.ts';

export const texts: ReturnTexts = {
  title: 'Betalingen din',
  confirming: {
    title: 'Betalingen din bekreftes',
    text: 'Det tar noen få sekunder. La denne siden stå åpen.',
  },
  completed: { title: 'Betalingen er fullført', text: 'Takk. Vi har mottatt betalingen din.' },
  failed: {
    title: 'Betalingen ble ikke fullført',
    text: 'Betalingen gikk ikke gjennom. Du kan prøve igjen eller betale på en annen måte.',
  },
  expired: {
    title: 'Denne betalingssiden er utløpt',
    text: 'Den er bare åpen en kort stund. Du kan starte på nytt.',
  },
  slow: {
    title: 'Bekreftelsen pågår fortsatt',
    text: 'Banken bruker lengre tid enn vanlig. Du kan forlate denne siden: butikken får vite resultatet.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Fant ikke betalingen',
    text: 'Denne adressen hører ikke til noen betaling som vi kjenner til.',
  },
  back: 'Tilbake til butikken',
  backToApp: 'Tilbake til appen',
  test: 'Testbetaling',
};
