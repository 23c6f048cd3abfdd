import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/it.ts';

export const texts: ReturnTexts = {
  title: 'Il tuo pagamento',
  confirming: { title: 'Conferma del pagamento', text: 'Bastano pochi secondi. Non chiudere questa pagina.' },
  completed: { title: 'Pagamento completato', text: 'Grazie. Il pagamento è arrivato.' },
  failed: {
    title: 'Pagamento non completato',
    text: 'Il pagamento non è andato a buon fine. Puoi riprovare o pagare in un altro modo.',
  },
  expired: {
    title: 'La pagina di pagamento è scaduta',
    text: 'Resta aperta per poco tempo. Puoi ricominciare.',
  },
  slow: {
    title: 'Conferma ancora in corso',
    text: 'La banca impiega più del solito. Puoi lasciare questa pagina: il negozio riceverà l’esito.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Pagamento non trovato',
    text: 'Questo indirizzo non corrisponde a nessun pagamento noto.',
  },
  back: 'Torna al negozio',
  backToApp: 'Torna all’app',
  test: 'Pagamento di prova',
};
