import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/it.ts';
import { texts as dialog } from '../texts/it.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'I dati della carta si inseriscono nella pagina sicura che segue.',
    ended: {
      title: 'Questo link di pagamento non è più valido',
      text: 'È scaduto o è stato ritirato. Chiedine uno nuovo al negozio.',
    },
    notPayable: {
      title: 'Questo ordine non può essere pagato',
      text: 'Forse è stato modificato o annullato. Chiedi al negozio.',
    },
    signIn: { title: 'Accedi per pagare', text: 'Accedi al negozio, poi apri di nuovo questa pagina.' },
    busy: {
      title: 'Questo ordine è già in pagamento',
      text: 'Concludi il pagamento aperto, oppure riprova tra un momento.',
    },
  },
  dialog,
  ofReturn,
);
