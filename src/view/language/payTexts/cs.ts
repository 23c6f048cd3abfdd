import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/cs.ts';
import { texts as dialog } from '../texts/cs.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Údaje o kartě zadáte na následující zabezpečené stránce.',
    ended: {
      title: 'Tento platební odkaz už neplatí',
      text: 'Jeho platnost skončila nebo byl zrušen. Požádejte prosím obchod o nový.',
    },
    notPayable: {
      title: 'Tuto objednávku nelze zaplatit',
      text: 'Možná byla změněna nebo zrušena. Zeptejte se prosím obchodu.',
    },
    signIn: {
      title: 'Pro zaplacení se prosím přihlaste',
      text: 'Přihlaste se v obchodě a pak otevřete tuto stránku znovu.',
    },
    busy: {
      title: 'Tato objednávka se už platí',
      text: 'Dokončete otevřenou platbu, nebo to za chvíli zkuste znovu.',
    },
  },
  dialog,
  ofReturn,
);
