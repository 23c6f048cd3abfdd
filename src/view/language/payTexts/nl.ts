import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/nl.ts';
import { texts as dialog } from '../texts/nl.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Uw kaartgegevens voert u in op de beveiligde pagina die nu volgt.',
    ended: {
      title: 'Deze betaallink is niet meer geldig',
      text: 'De link is verlopen of ingetrokken. Vraag de winkel om een nieuwe.',
    },
    notPayable: {
      title: 'Deze bestelling kan niet worden betaald',
      text: 'Misschien is ze gewijzigd of geannuleerd. Vraag het de winkel.',
    },
    signIn: {
      title: 'Log in om te betalen',
      text: 'Log in bij de winkel en open deze pagina daarna opnieuw.',
    },
    busy: {
      title: 'Deze bestelling wordt al betaald',
      text: 'Rond de betaling af die openstaat, of probeer het zo meteen opnieuw.',
    },
  },
  dialog,
  ofReturn,
);
