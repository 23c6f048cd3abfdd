import type { ShopTexts } from './shopTexts.ts';

export const fr: ShopTexts = {
  tagline: 'des outils pour un café lent',
  demoBadge: 'Boutique de démonstration : aucun argent réel',
  lead: 'Dix minutes de calme',
  leadText: 'Quatre objets faits pour durer, pour le meilleur moment du matin.',
  productList: 'Nos objets',
  add: 'Ajouter',
  basket: 'Votre panier',
  empty: 'Rien pour le moment.',
  less: 'Un de moins : {name}',
  more: 'Un de plus : {name}',
  quantity: 'Quantité : {name}',
  goods: 'Articles',
  delivery: 'Livraison',
  free: 'offerte',
  total: 'Total',
  taxes: 'Taxes comprises',
  priceFailed: 'Le prix n’a pas pu être chargé. Réessayez dans un instant.',
  pay: 'Payer {amount}',
  reassurance: 'Vous payez sur la page du prestataire de paiement. Nous ne voyons jamais votre carte.',
  signedIn: 'Connectée : Ada Morrow',
  newBasket: 'Remplir un nouveau panier',
  testCards: 'Cartes à essayer',
  testCardsHint: 'Toute date future, trois chiffres au choix, n’importe quel nom.',
  controlRoom: 'Régie',
  products: {
    kettle: { name: 'Bouilloire col de cygne', note: 'Acier brossé, 0,9 l' },
    grinder: { name: 'Moulin à main', note: 'Noyer et meules en acier' },
    dripper: { name: 'Filtre en grès', note: 'Émaillé à la main, taille 02' },
    beans: { name: 'Mélange maison', note: 'En grains, 250 g' },
  },
  cards: {
    paid: 'payé',
    challenge: 'demande à la banque',
    declined: 'refusée',
    noFunds: 'solde insuffisant',
  },
  outcomes: {
    completed: { title: 'Merci. C’est payé.', text: 'Le paiement est confirmé ; votre colis est en route.' },
    failed: {
      title: 'Le paiement n’a pas abouti.',
      text: 'Rien n’a été débité. Réessayez avec une autre carte.',
    },
    pending: {
      title: 'Votre paiement est en cours.',
      text: 'Il n’est pas encore confirmé. Nous expédions dès qu’il l’est ; ne payez pas deux fois.',
    },
    closed: {
      title: 'Vous avez quitté la page de paiement.',
      text: 'Rien n’a été payé. Votre panier n’a pas changé.',
    },
    expired: {
      title: 'La page de paiement a expiré.',
      text: 'Rien n’a été payé. Recommencez quand vous voulez.',
    },
    error: {
      title: 'La page de paiement n’a pas pu s’ouvrir.',
      text: 'Rien n’a été payé. Réessayez dans un instant.',
    },
  },
};
