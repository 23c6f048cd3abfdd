import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/pt.ts';
import { texts as dialog } from '../texts/pt.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Os dados do cartão são introduzidos na página segura que se segue.',
    ended: {
      title: 'Esta ligação de pagamento já não é válida',
      text: 'Expirou ou foi retirada. Peça uma nova à loja, por favor.',
    },
    notPayable: {
      title: 'Esta encomenda não pode ser paga',
      text: 'Pode ter sido alterada ou cancelada. Contacte a loja, por favor.',
    },
    signIn: { title: 'Inicie sessão para pagar', text: 'Inicie sessão na loja e volte a abrir esta página.' },
    busy: {
      title: 'Esta encomenda já está a ser paga',
      text: 'Termine o pagamento que está aberto ou tente de novo dentro de momentos.',
    },
  },
  dialog,
  ofReturn,
);
