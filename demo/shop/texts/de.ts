import type { ShopTexts } from './shopTexts.ts';

export const de: ShopTexts = {
  tagline: 'Werkzeug für langsamen Kaffee',
  demoBadge: 'Demo-Shop: es fließt kein echtes Geld',
  lead: 'Zehn ruhige Minuten',
  leadText: 'Vier Dinge, die lange halten, für den besten Teil des Morgens.',
  productList: 'Unsere Dinge',
  add: 'Hinzufügen',
  basket: 'Ihr Warenkorb',
  empty: 'Noch nichts darin.',
  less: 'Eins weniger: {name}',
  more: 'Eins mehr: {name}',
  quantity: 'Menge: {name}',
  goods: 'Waren',
  delivery: 'Versand',
  free: 'kostenlos',
  total: 'Gesamt',
  taxes: 'inkl. MwSt.',
  priceFailed: 'Der Preis konnte nicht geladen werden. Bitte versuchen Sie es gleich noch einmal.',
  pay: '{amount} bezahlen',
  reassurance: 'Sie bezahlen auf der Seite des Zahlungsanbieters. Wir sehen Ihre Karte nie.',
  signedIn: 'Angemeldet als Ada Morrow',
  newBasket: 'Neuen Warenkorb füllen',
  testCards: 'Karten zum Ausprobieren',
  testCardsHint: 'Beliebiges künftiges Ablaufdatum, drei beliebige Ziffern, beliebiger Name.',
  controlRoom: 'Regieraum',
  products: {
    kettle: { name: 'Schwanenhalskessel', note: 'Gebürsteter Stahl, 0,9 l' },
    grinder: { name: 'Handmühle', note: 'Walnuss, Mahlwerk aus Stahl' },
    dripper: { name: 'Filter aus Steinzeug', note: 'Von Hand glasiert, Größe 02' },
    beans: { name: 'Hausmischung', note: 'Ganze Bohnen, 250 g' },
  },
  cards: {
    paid: 'bezahlt',
    challenge: 'fragt erst die Bank',
    declined: 'abgelehnt',
    noFunds: 'nicht genug Geld',
  },
  outcomes: {
    completed: {
      title: 'Danke. Es ist bezahlt.',
      text: 'Die Zahlung ist bestätigt, Ihr Paket ist unterwegs.',
    },
    failed: {
      title: 'Die Zahlung hat nicht geklappt.',
      text: 'Es wurde nichts abgebucht. Versuchen Sie es mit einer anderen Karte.',
    },
    pending: {
      title: 'Ihre Zahlung ist unterwegs.',
      text: 'Sie ist noch nicht bestätigt. Wir versenden, sobald sie es ist; bitte nicht doppelt bezahlen.',
    },
    closed: {
      title: 'Sie haben die Zahlungsseite verlassen.',
      text: 'Es wurde nichts bezahlt. Ihr Warenkorb ist unverändert.',
    },
    expired: {
      title: 'Die Zahlungsseite ist abgelaufen.',
      text: 'Es wurde nichts bezahlt. Beginnen Sie jederzeit von vorn.',
    },
    error: {
      title: 'Die Zahlungsseite ließ sich nicht öffnen.',
      text: 'Es wurde nichts bezahlt. Bitte versuchen Sie es gleich noch einmal.',
    },
  },
};
