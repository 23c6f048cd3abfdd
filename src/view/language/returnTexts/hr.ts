import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/hr.ts';

export const texts: ReturnTexts = {
  title: 'Vaše plaćanje',
  confirming: {
    title: 'Vaše se plaćanje potvrđuje',
    text: 'To traje nekoliko sekundi. Ostavite ovu stranicu otvorenom.',
  },
  completed: { title: 'Plaćanje je dovršeno', text: 'Hvala Vam. Vaša je uplata stigla.' },
  failed: {
    title: 'Plaćanje nije dovršeno',
    text: 'Plaćanje nije uspjelo. Možete pokušati ponovno ili platiti na drugi način.',
  },
  expired: {
    title: 'Ova je stranica za plaćanje istekla',
    text: 'Otvorena je samo kratko vrijeme. Možete početi ponovno.',
  },
  slow: {
    title: 'Potvrda je još u tijeku',
    text: 'Banci treba dulje nego inače. Možete napustiti ovu stranicu: trgovina će saznati ishod.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Plaćanje nije pronađeno',
    text: 'Ova adresa ne pripada nijednom plaćanju koje poznajemo.',
  },
  back: 'Natrag u trgovinu',
  backToApp: 'Natrag u aplikaciju',
  test: 'Probno plaćanje',
};
