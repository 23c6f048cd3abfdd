import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/nb.ts';
import { texts as dialog } from '../texts/nb.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Du oppgir kortopplysningene på den sikre siden som kommer nå.',
    ended: {
      title: 'Denne betalingslenken er ikke lenger gyldig',
      text: 'Den er utløpt eller trukket tilbake. Be butikken om en ny.',
    },
    notPayable: {
      title: 'Denne bestillingen kan ikke betales',
      text: 'Den kan være endret eller kansellert. Spør gjerne butikken.',
    },
    signIn: {
      title: 'Logg inn for å betale',
      text: 'Logg inn i butikken, og åpne deretter denne siden på nytt.',
    },
    busy: {
      title: 'Denne bestillingen er allerede i ferd med å bli betalt',
      text: 'Fullfør betalingen som er åpen, eller prøv igjen om et øyeblikk.',
    },
  },
  dialog,
  ofReturn,
);
