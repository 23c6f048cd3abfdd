import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/sl.ts';

export const texts: ReturnTexts = {
  title: 'Vaše plačilo',
  confirming: { title: 'Vaše plačilo se potrjuje', text: 'To traja nekaj sekund. Pustite to stran odprto.' },
  completed: { title: 'Plačilo je končano', text: 'Hvala. Vaše plačilo je prispelo.' },
  failed: {
    title: 'Plačilo ni bilo končano',
    text: 'Plačilo ni uspelo. Poskusite lahko znova ali plačate na drug način.',
  },
  expired: { title: 'Ta plačilna stran je potekla', text: 'Odprta je le kratek čas. Začnete lahko znova.' },
  slow: {
    title: 'Potrjevanje še poteka',
    text: 'Banka potrebuje več časa kot običajno. To stran lahko zapustite: trgovina bo izvedela izid.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Plačila ni mogoče najti',
    text: 'Ta naslov ne pripada nobenemu plačilu, ki ga poznamo.',
  },
  back: 'Nazaj v trgovino',
  backToApp: 'Nazaj v aplikacijo',
  test: 'Testno plačilo',
};
