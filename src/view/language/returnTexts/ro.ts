import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/ro.ts';

export const texts: ReturnTexts = {
  title: 'Plata dumneavoastră',
  confirming: {
    title: 'Se confirmă plata dumneavoastră',
    text: 'Durează câteva secunde. Vă rugăm să lăsați această pagină deschisă.',
  },
  completed: { title: 'Plată finalizată', text: 'Vă mulțumim. Plata dumneavoastră a ajuns.' },
  failed: {
    title: 'Plată nefinalizată',
    text: 'Plata nu a reușit. Puteți încerca din nou sau plăti în alt mod.',
  },
  expired: {
    title: 'Această pagină de plată a expirat',
    text: 'Este deschisă doar pentru scurt timp. Puteți începe din nou.',
  },
  slow: {
    title: 'Confirmarea este încă în curs',
    text: 'Băncii îi ia mai mult timp decât de obicei. Puteți părăsi această pagină: magazinul va afla rezultatul.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Plata nu a fost găsită',
    text: 'Această adresă nu aparține niciunei plăți pe care o cunoaștem.',
  },
  back: 'Înapoi la magazin',
  backToApp: 'Înapoi la aplicație',
  test: 'Plată de test',
};
