import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/es.ts';

export const texts: ReturnTexts = {
  title: 'Su pago',
  confirming: { title: 'Confirmando el pago', text: 'Solo tarda unos segundos. No cierre esta página.' },
  completed: { title: 'Pago completado', text: 'Gracias. Hemos recibido su pago.' },
  failed: {
    title: 'Pago no completado',
    text: 'El pago no se ha realizado. Puede intentarlo de nuevo o pagar de otra forma.',
  },
  expired: {
    title: 'La página de pago ha caducado',
    text: 'Solo está abierta un momento. Puede empezar de nuevo.',
  },
  slow: {
    title: 'Seguimos confirmando',
    text: 'El banco tarda más de lo habitual. Puede salir de esta página: la tienda recibirá el resultado.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Pago no encontrado', text: 'Esta dirección no corresponde a ningún pago conocido.' },
  back: 'Volver a la tienda',
  backToApp: 'Volver a la aplicación',
  test: 'Pago de prueba',
};
