import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/lt.ts';

export const texts: ReturnTexts = {
  title: 'Jūsų mokėjimas',
  confirming: {
    title: 'Jūsų mokėjimas tvirtinamas',
    text: 'Tai trunka kelias sekundes. Neuždarykite šio puslapio.',
  },
  completed: { title: 'Mokėjimas atliktas', text: 'Ačiū. Jūsų mokėjimas gautas.' },
  failed: {
    title: 'Mokėjimas neatliktas',
    text: 'Mokėjimas nepavyko. Galite bandyti dar kartą arba mokėti kitu būdu.',
  },
  expired: {
    title: 'Šio mokėjimo puslapio laikas baigėsi',
    text: 'Jis atidarytas tik trumpai. Galite pradėti iš naujo.',
  },
  slow: {
    title: 'Mokėjimas vis dar tvirtinamas',
    text: 'Bankui reikia daugiau laiko nei įprastai. Galite išeiti iš šio puslapio: parduotuvė sužinos rezultatą.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Mokėjimas nerastas', text: 'Šis adresas nepriklauso jokiam mums žinomam mokėjimui.' },
  back: 'Atgal į parduotuvę',
  backToApp: 'Atgal į programėlę',
  test: 'Bandomasis mokėjimas',
};
