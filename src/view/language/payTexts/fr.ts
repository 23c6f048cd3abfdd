import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/fr.ts';
import { texts as dialog } from '../texts/fr.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Vous saisirez les données de votre carte sur la page sécurisée qui suit.',
    ended: {
      title: 'Ce lien de paiement n’est plus valable',
      text: 'Il a expiré ou a été retiré. Veuillez en demander un nouveau à la boutique.',
    },
    notPayable: {
      title: 'Cette commande ne peut pas être payée',
      text: 'Elle a peut-être été modifiée ou annulée. Veuillez vous adresser à la boutique.',
    },
    signIn: {
      title: 'Veuillez vous connecter pour payer',
      text: 'Connectez-vous à la boutique, puis ouvrez de nouveau cette page.',
    },
    busy: {
      title: 'Cette commande est déjà en cours de paiement',
      text: 'Terminez le paiement ouvert, ou réessayez dans un instant.',
    },
  },
  dialog,
  ofReturn,
);
