import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/lv.ts';

export const texts: ReturnTexts = {
  title: 'Jūsu maksājums',
  confirming: {
    title: 'Jūsu maksājums tiek apstiprināts',
    text: 'Tas aizņem dažas sekundes. Lūdzu, neaizveriet šo lapu.',
  },
  completed: { title: 'Maksājums pabeigts', text: 'Paldies. Jūsu maksājums ir saņemts.' },
  failed: {
    title: 'Maksājums nav pabeigts',
    text: 'Maksājums neizdevās. Varat mēģināt vēlreiz vai maksāt citā veidā.',
  },
  expired: {
    title: 'Šīs maksājuma lapas laiks ir beidzies',
    text: 'Tā ir atvērta tikai īsu laiku. Varat sākt no jauna.',
  },
  slow: {
    title: 'Apstiprināšana vēl turpinās',
    text: 'Bankai vajag vairāk laika nekā parasti. Varat pamest šo lapu: veikals uzzinās rezultātu.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Maksājums nav atrasts', text: 'Šī adrese nepieder nevienam mums zināmam maksājumam.' },
  back: 'Atpakaļ uz veikalu',
  backToApp: 'Atpakaļ uz lietotni',
  test: 'Izmēģinājuma maksājums',
};
