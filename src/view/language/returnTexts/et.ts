import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/et.ts';

export const texts: ReturnTexts = {
  title: 'Teie makse',
  confirming: {
    title: 'Teie makset kinnitatakse',
    text: 'See võtab mõne sekundi. Palun jätke see leht avatuks.',
  },
  completed: { title: 'Makse on tehtud', text: 'Täname. Teie makse on laekunud.' },
  failed: {
    title: 'Makse ei õnnestunud',
    text: 'Makse ei läinud läbi. Võite uuesti proovida või maksta muul viisil.',
  },
  expired: {
    title: 'See makseleht on aegunud',
    text: 'See on avatud vaid lühikest aega. Võite alustada uuesti.',
  },
  slow: {
    title: 'Kinnitamine alles käib',
    text: 'Pangal läheb tavapärasest kauem. Võite sellelt lehelt lahkuda: pood saab tulemuse teada.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Makset ei leitud', text: 'See aadress ei kuulu ühelegi meile teadaolevale maksele.' },
  back: 'Tagasi poodi',
  backToApp: 'Tagasi rakendusse',
  test: 'Testmakse',
};
