import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/da.ts';

export const texts: ReturnTexts = {
  title: 'Din betaling',
  confirming: {
    title: 'Din betaling bekræftes',
    text: 'Det tager nogle få sekunder. Lad denne side være åben.',
  },
  completed: { title: 'Betaling gennemført', text: 'Tak. Vi har modtaget din betaling.' },
  failed: {
    title: 'Betaling ikke gennemført',
    text: 'Betalingen gik ikke igennem. Du kan prøve igen eller betale på en anden måde.',
  },
  expired: {
    title: 'Denne betalingsside er udløbet',
    text: 'Den er kun åben i kort tid. Du kan starte forfra.',
  },
  slow: {
    title: 'Bekræftelsen er stadig i gang',
    text: 'Banken er længere tid om det end normalt. Du kan forlade denne side: butikken får resultatet.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Betalingen blev ikke fundet',
    text: 'Denne adresse hører ikke til nogen betaling, som vi kender.',
  },
  back: 'Tilbage til butikken',
  backToApp: 'Tilbage til appen',
  test: 'Testbetaling',
};
