import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/es.ts';
import { texts as dialog } from '../texts/es.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Introducirá los datos de su tarjeta en la página segura que viene a continuación.',
    ended: {
      title: 'Este enlace de pago ya no es válido',
      text: 'Ha caducado o se ha retirado. Pida uno nuevo a la tienda, por favor.',
    },
    notPayable: {
      title: 'Este pedido no se puede pagar',
      text: 'Puede que se haya modificado o cancelado. Consulte a la tienda, por favor.',
    },
    signIn: {
      title: 'Inicie sesión para pagar',
      text: 'Inicie sesión en la tienda y vuelva a abrir esta página.',
    },
    busy: {
      title: 'Este pedido ya se está pagando',
      text: 'Termine el pago que está abierto o inténtelo de nuevo en un momento.',
    },
  },
  dialog,
  ofReturn,
);
