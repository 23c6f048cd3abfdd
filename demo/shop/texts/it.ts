import type { ShopTexts } from './shopTexts.ts';

export const it: ShopTexts = {
  tagline: 'strumenti per un caffè lento',
  demoBadge: 'Negozio dimostrativo: niente denaro vero',
  lead: 'Dieci minuti di quiete',
  leadText: 'Quattro oggetti fatti per durare, per la parte migliore del mattino.',
  shelf: 'I nostri oggetti',
  add: 'Aggiungi',
  basket: 'Il tuo carrello',
  empty: 'Ancora niente.',
  less: 'Uno in meno: {name}',
  more: 'Uno in più: {name}',
  quantity: 'Quantità: {name}',
  goods: 'Articoli',
  delivery: 'Spedizione',
  free: 'gratuita',
  total: 'Totale',
  taxes: 'IVA inclusa',
  pay: 'Paga {amount}',
  reassurance: 'Paghi sulla pagina del fornitore di pagamenti. Non vediamo mai la tua carta.',
  signedIn: 'Accesso come Ada Morrow',
  newBasket: 'Riempi un nuovo carrello',
  testCards: 'Carte di prova',
  testCardsHint: 'Qualsiasi scadenza futura, tre cifre, un nome qualsiasi.',
  controlRoom: 'Regia',
  products: {
    kettle: { name: 'Bollitore a collo d’oca', note: 'Acciaio spazzolato, 0,9 l' },
    grinder: { name: 'Macinacaffè a mano', note: 'Noce e macine in acciaio' },
    dripper: { name: 'Filtro in gres', note: 'Smaltato a mano, misura 02' },
    beans: { name: 'Miscela della casa', note: 'In grani, 250 g' },
  },
  cards: {
    paid: 'pagato',
    challenge: 'chiede alla banca',
    declined: 'rifiutata',
    noFunds: 'fondi insufficienti',
  },
  outcomes: {
    completed: { title: 'Grazie. È pagato.', text: 'Il pagamento è confermato; il pacco è in viaggio.' },
    failed: { title: 'Il pagamento non è riuscito.', text: 'Nessun addebito. Riprova con un’altra carta.' },
    pending: {
      title: 'Il pagamento è in corso.',
      text: 'Non è ancora confermato. Spediamo appena lo sarà; non pagare due volte.',
    },
    closed: {
      title: 'Hai lasciato la pagina di pagamento.',
      text: 'Non è stato pagato nulla. Il carrello è come lo hai lasciato.',
    },
    expired: {
      title: 'La pagina di pagamento è scaduta.',
      text: 'Non è stato pagato nulla. Ricomincia quando vuoi.',
    },
    error: {
      title: 'La pagina di pagamento non si è aperta.',
      text: 'Non è stato pagato nulla. Riprova tra un momento.',
    },
  },
};
