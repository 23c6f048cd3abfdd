import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/nl.ts';

export const texts: ReturnTexts = {
  title: 'Uw betaling',
  confirming: {
    title: 'Uw betaling wordt bevestigd',
    text: 'Dit duurt enkele seconden. Houd deze pagina open.',
  },
  completed: { title: 'Betaling voltooid', text: 'Bedankt. Uw betaling is ontvangen.' },
  failed: {
    title: 'Betaling niet voltooid',
    text: 'De betaling is niet gelukt. U kunt het opnieuw proberen of op een andere manier betalen.',
  },
  expired: {
    title: 'Deze betaalpagina is verlopen',
    text: 'Ze is maar korte tijd geopend. U kunt opnieuw beginnen.',
  },
  slow: {
    title: 'De bevestiging loopt nog',
    text: 'De bank heeft meer tijd nodig dan gewoonlijk. U kunt deze pagina verlaten: de winkel krijgt het resultaat.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Betaling niet gevonden',
    text: 'Dit adres hoort bij geen enkele betaling die wij kennen.',
  },
  back: 'Terug naar de winkel',
  backToApp: 'Terug naar de app',
  test: 'Testbetaling',
};
