import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/fr.ts';

export const texts: ReturnTexts = {
  title: 'Votre paiement',
  confirming: {
    title: 'Confirmation du paiement',
    text: 'Quelques secondes suffisent. Gardez cette page ouverte.',
  },
  completed: { title: 'Paiement effectué', text: 'Merci. Votre paiement est bien arrivé.' },
  failed: {
    title: 'Paiement non abouti',
    text: 'Le paiement n’a pas pu être effectué. Vous pouvez réessayer ou payer autrement.',
  },
  expired: {
    title: 'La page de paiement a expiré',
    text: 'Elle ne reste ouverte que peu de temps. Vous pouvez recommencer.',
  },
  slow: {
    title: 'Confirmation toujours en cours',
    text: 'La banque met plus de temps que d’habitude. Vous pouvez quitter cette page : la boutique recevra le résultat.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Paiement introuvable', text: 'Cette adresse ne correspond à aucun paiement connu.' },
  back: 'Retour à la boutique',
  backToApp: 'Retour à l’application',
  test: 'Paiement de test',
};
