/** What the return page says in one language. */
export interface ReturnTexts {
  title: string;
  confirming: { title: string; text: string };
  completed: { title: string; text: string };
  failed: { title: string; text: string };
  expired: { title: string; text: string };
  slow: { title: string; text: string };
  unknown: { title: string; text: string };
  back: string;
  test: string;
}

const en: ReturnTexts = {
  title: 'Your payment',
  confirming: {
    title: 'Confirming your payment',
    text: 'This takes a few seconds. Please keep this page open.',
  },
  completed: { title: 'Payment completed', text: 'Thank you. Your payment has arrived.' },
  failed: {
    title: 'Payment not completed',
    text: 'The payment did not go through. You can try again or pay another way.',
  },
  expired: {
    title: 'The payment page has expired',
    text: 'It is open for a short time only. You can start again.',
  },
  slow: {
    title: 'Still confirming',
    text: 'The bank is taking longer than usual. You may leave this page: the shop will learn the result.',
  },
  unknown: { title: 'Payment not found', text: 'This address belongs to no payment that we know.' },
  back: 'Back to the shop',
  test: 'Test payment',
};

const it: ReturnTexts = {
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
  unknown: {
    title: 'Pagamento non trovato',
    text: 'Questo indirizzo non corrisponde a nessun pagamento noto.',
  },
  back: 'Torna al negozio',
  test: 'Pagamento di prova',
};

const fr: ReturnTexts = {
  title: 'Votre paiement',
  confirming: {
    title: 'Confirmation du paiement',
    text: 'Quelques secondes suffisent. Gardez cette page ouverte.',
  },
  completed: { title: 'Paiement effectué', text: 'Merci. Votre paiement est bien arrivé.' },
  failed: {
    title: 'Paiement non abouti',
    text: 'Le paiement n’a pas pu être effectué. Vous pouvez réessayer ou payer autrement.',
  },
  expired: {
    title: 'La page de paiement a expiré',
    text: 'Elle ne reste ouverte que peu de temps. Vous pouvez recommencer.',
  },
  slow: {
    title: 'Confirmation toujours en cours',
    text: 'La banque met plus de temps que d’habitude. Vous pouvez quitter cette page : la boutique recevra le résultat.',
  },
  unknown: { title: 'Paiement introuvable', text: 'Cette adresse ne correspond à aucun paiement connu.' },
  back: 'Retour à la boutique',
  test: 'Paiement de test',
};

const de: ReturnTexts = {
  title: 'Ihre Zahlung',
  confirming: {
    title: 'Zahlung wird bestätigt',
    text: 'Das dauert nur wenige Sekunden. Bitte lassen Sie diese Seite geöffnet.',
  },
  completed: { title: 'Zahlung abgeschlossen', text: 'Vielen Dank. Ihre Zahlung ist eingegangen.' },
  failed: {
    title: 'Zahlung nicht abgeschlossen',
    text: 'Die Zahlung hat nicht geklappt. Sie können es erneut versuchen oder anders bezahlen.',
  },
  expired: {
    title: 'Die Zahlungsseite ist abgelaufen',
    text: 'Sie ist nur kurze Zeit geöffnet. Sie können neu beginnen.',
  },
  slow: {
    title: 'Bestätigung läuft noch',
    text: 'Die Bank braucht länger als üblich. Sie können diese Seite verlassen: Der Shop erfährt das Ergebnis.',
  },
  unknown: { title: 'Zahlung nicht gefunden', text: 'Diese Adresse gehört zu keiner uns bekannten Zahlung.' },
  back: 'Zurück zum Shop',
  test: 'Testzahlung',
};

const es: ReturnTexts = {
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
  unknown: { title: 'Pago no encontrado', text: 'Esta dirección no corresponde a ningún pago conocido.' },
  back: 'Volver a la tienda',
  test: 'Pago de prueba',
};

const mt: ReturnTexts = {
  title: 'Il-ħlas tiegħek',
  confirming: {
    title: 'Qed nikkonfermaw il-ħlas',
    text: 'Jieħu ftit sekondi. Jekk jogħġbok żomm din il-paġna miftuħa.',
  },
  completed: { title: 'Il-ħlas sar', text: 'Grazzi. Il-ħlas tiegħek wasal.' },
  failed: {
    title: 'Il-ħlas ma sarx',
    text: 'Il-ħlas ma rnexxiex. Tista’ terġa’ tipprova jew tħallas mod ieħor.',
  },
  expired: {
    title: 'Il-paġna tal-ħlas skadiet',
    text: 'Tibqa’ miftuħa għal ftit ħin biss. Tista’ terġa’ tibda.',
  },
  slow: {
    title: 'Għadna qed nikkonfermaw',
    text: 'Il-bank qed jieħu aktar mis-soltu. Tista’ tħalli din il-paġna: il-ħanut isir jaf bir-riżultat.',
  },
  unknown: { title: 'Il-ħlas ma nstabx', text: 'Dan l-indirizz ma jappartjeni għall-ebda ħlas li nafu bih.' },
  back: 'Lura lejn il-ħanut',
  test: 'Ħlas ta’ prova',
};

const ar: ReturnTexts = {
  title: 'عملية الدفع',
  confirming: { title: 'جارٍ تأكيد الدفع', text: 'يستغرق ذلك بضع ثوانٍ. يُرجى إبقاء هذه الصفحة مفتوحة.' },
  completed: { title: 'تم الدفع', text: 'شكرًا لك. لقد وصلت دفعتك.' },
  failed: {
    title: 'لم يكتمل الدفع',
    text: 'لم تنجح عملية الدفع. يمكنك المحاولة مرة أخرى أو الدفع بطريقة أخرى.',
  },
  expired: { title: 'انتهت صلاحية صفحة الدفع', text: 'تبقى مفتوحة لوقت قصير فقط. يمكنك البدء من جديد.' },
  slow: {
    title: 'ما زال التأكيد جاريًا',
    text: 'يستغرق المصرف وقتًا أطول من المعتاد. يمكنك مغادرة هذه الصفحة، وسيصل الخبر إلى المتجر.',
  },
  unknown: { title: 'لم يُعثر على الدفعة', text: 'هذا العنوان لا يخص أي دفعة نعرفها.' },
  back: 'العودة إلى المتجر',
  test: 'دفعة تجريبية',
};

/** A further language is one more entry. */
export const RETURN_TEXTS: Readonly<Record<string, ReturnTexts>> = { en, it, fr, de, es, mt, ar };

export const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar']);
