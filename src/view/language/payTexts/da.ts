import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/da.ts';
import { texts as dialog } from '../texts/da.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Du indtaster dine kortoplysninger på den sikre side, der kommer nu.',
    ended: {
      title: 'Dette betalingslink er ikke længere gyldigt',
      text: 'Det er udløbet eller trukket tilbage. Bed butikken om et nyt.',
    },
    notPayable: {
      title: 'Denne ordre kan ikke betales',
      text: 'Den er måske ændret eller annulleret. Spørg venligst butikken.',
    },
    signIn: { title: 'Log ind for at betale', text: 'Log ind i butikken, og åbn derefter denne side igen.' },
    busy: {
      title: 'Denne ordre er allerede ved at blive betalt',
      text: 'Afslut den åbne betaling, eller prøv igen om et øjeblik.',
    },
  },
  dialog,
  ofReturn,
);
