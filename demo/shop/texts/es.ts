import type { ShopTexts } from './shopTexts.ts';

export const es: ShopTexts = {
  tagline: 'herramientas para un café sin prisa',
  demoBadge: 'Tienda de prueba: no se mueve dinero real',
  lead: 'Diez minutos de calma',
  leadText: 'Cuatro objetos hechos para durar, para lo mejor de la mañana.',
  shelf: 'Nuestros objetos',
  add: 'Añadir',
  basket: 'Tu cesta',
  empty: 'Aún no hay nada.',
  less: 'Uno menos: {name}',
  more: 'Uno más: {name}',
  quantity: 'Cantidad: {name}',
  goods: 'Artículos',
  delivery: 'Envío',
  free: 'gratis',
  total: 'Total',
  taxes: 'Impuestos incluidos',
  pay: 'Pagar {amount}',
  reassurance: 'Pagas en la página del proveedor de pagos. Nunca vemos tu tarjeta.',
  signedIn: 'Sesión de Ada Morrow',
  newBasket: 'Llenar otra cesta',
  testCards: 'Tarjetas de prueba',
  testCardsHint: 'Cualquier fecha futura, tres dígitos y un nombre cualquiera.',
  controlRoom: 'Sala de control',
  products: {
    kettle: { name: 'Hervidor de cuello fino', note: 'Acero cepillado, 0,9 l' },
    grinder: { name: 'Molinillo de mano', note: 'Nogal y muelas de acero' },
    dripper: { name: 'Filtro de gres', note: 'Esmaltado a mano, talla 02' },
    beans: { name: 'Mezcla de la casa', note: 'En grano, 250 g' },
  },
  cards: {
    paid: 'pagado',
    challenge: 'pregunta al banco',
    declined: 'rechazada',
    noFunds: 'saldo insuficiente',
  },
  outcomes: {
    completed: { title: 'Gracias. Está pagado.', text: 'El pago está confirmado; tu paquete va en camino.' },
    failed: { title: 'El pago no se completó.', text: 'No se movió dinero. Prueba con otra tarjeta.' },
    pending: {
      title: 'Tu pago está en camino.',
      text: 'Aún no está confirmado. Enviamos en cuanto lo esté; no pagues dos veces.',
    },
    closed: {
      title: 'Saliste de la página de pago.',
      text: 'No se pagó nada. Tu cesta está como la dejaste.',
    },
    expired: {
      title: 'La página de pago ha caducado.',
      text: 'No se pagó nada. Empieza de nuevo cuando quieras.',
    },
    error: {
      title: 'No se pudo abrir la página de pago.',
      text: 'No se pagó nada. Inténtalo de nuevo en un momento.',
    },
  },
};
