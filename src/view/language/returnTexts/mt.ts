import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/mt.ts';

export const texts: ReturnTexts = {
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
  pending: pendingOf(dialog),
  unknown: { title: 'Il-ħlas ma nstabx', text: 'Dan l-indirizz ma jappartjeni għall-ebda ħlas li nafu bih.' },
  back: 'Lura lejn il-ħanut',
  backToApp: 'Lura lejn l-app',
  test: 'Ħlas ta’ prova',
};
