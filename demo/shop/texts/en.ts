import type { ShopTexts } from './shopTexts.ts';

export const en: ShopTexts = {
  tagline: 'tools for a slow coffee',
  demoBadge: 'Demo shop: no real money moves',
  lead: 'Ten quiet minutes',
  leadText: 'Four things, made to last, for the best part of the morning.',
  productList: 'Our things',
  add: 'Add',
  basket: 'Your basket',
  empty: 'Nothing here yet.',
  less: 'One less: {name}',
  more: 'One more: {name}',
  quantity: 'Quantity: {name}',
  goods: 'Goods',
  delivery: 'Delivery',
  free: 'free',
  total: 'Total',
  taxes: 'Taxes included',
  priceFailed: 'The price could not be loaded. Please try again in a moment.',
  pay: 'Pay {amount}',
  reassurance: 'You pay on the payment provider’s own page. We never see your card.',
  signedIn: 'Signed in as Ada Morrow',
  newBasket: 'Fill a new basket',
  testCards: 'Cards to try',
  testCardsHint: 'Any future expiry, any three digits, any name.',
  controlRoom: 'Control room',
  products: {
    kettle: { name: 'Gooseneck kettle', note: 'Brushed steel, 0.9 l' },
    grinder: { name: 'Hand grinder', note: 'Walnut and steel burrs' },
    dripper: { name: 'Stoneware dripper', note: 'Glazed by hand, size 02' },
    beans: { name: 'House blend', note: 'Whole beans, 250 g' },
  },
  cards: {
    paid: 'paid',
    challenge: 'asks your bank first',
    declined: 'declined',
    noFunds: 'not enough money',
  },
  outcomes: {
    completed: {
      title: 'Thank you. It is paid.',
      text: 'The payment is confirmed; your parcel is on its way.',
    },
    failed: {
      title: 'The payment did not go through.',
      text: 'No money moved. You can try again with another card.',
    },
    pending: {
      title: 'Your payment is on its way.',
      text: 'It is not confirmed yet. We ship as soon as it is; please do not pay twice.',
    },
    closed: { title: 'You left the payment page.', text: 'Nothing was paid. Your basket is as you left it.' },
    expired: {
      title: 'The payment page has expired.',
      text: 'Nothing was paid. Start again whenever you like.',
    },
    error: {
      title: 'The payment page could not be opened.',
      text: 'Nothing was paid. Please try again in a moment.',
    },
  },
};
