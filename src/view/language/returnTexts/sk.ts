import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/sk.ts';

export const texts: ReturnTexts = {
  title: 'Vaša platba',
  confirming: {
    title: 'Vaša platba sa potvrdzuje',
    text: 'Trvá to niekoľko sekúnd. Nechajte, prosím, túto stránku otvorenú.',
  },
  completed: { title: 'Platba dokončená', text: 'Ďakujeme. Vaša platba prišla.' },
  failed: {
    title: 'Platba nebola dokončená',
    text: 'Platba sa neuskutočnila. Môžete to skúsiť znova alebo zaplatiť inak.',
  },
  expired: {
    title: 'Platnosť tejto platobnej stránky vypršala',
    text: 'Je otvorená len krátky čas. Môžete začať znova.',
  },
  slow: {
    title: 'Potvrdzovanie stále prebieha',
    text: 'Banke to trvá dlhšie ako zvyčajne. Túto stránku môžete opustiť: obchod sa výsledok dozvie.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Platba sa nenašla', text: 'Táto adresa nepatrí k žiadnej platbe, ktorú poznáme.' },
  back: 'Späť do obchodu',
  backToApp: 'Späť do aplikácie',
  test: 'Testovacia platba',
};
