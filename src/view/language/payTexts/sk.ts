import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/sk.ts';
import { texts as dialog } from '../texts/sk.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Údaje o karte zadáte na nasledujúcej zabezpečenej stránke.',
    ended: {
      title: 'Tento platobný odkaz už neplatí',
      text: 'Jeho platnosť sa skončila alebo bol zrušený. Požiadajte prosím obchod o nový.',
    },
    notPayable: {
      title: 'Túto objednávku nemožno zaplatiť',
      text: 'Možno bola zmenená alebo zrušená. Opýtajte sa prosím obchodu.',
    },
    signIn: {
      title: 'Na zaplatenie sa prosím prihláste',
      text: 'Prihláste sa v obchode a potom otvorte túto stránku znova.',
    },
    busy: {
      title: 'Táto objednávka sa už platí',
      text: 'Dokončite otvorenú platbu alebo to o chvíľu skúste znova.',
    },
  },
  dialog,
  ofReturn,
);
