import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/mt.ts';
import { texts as dialog } from '../texts/mt.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Id-dettalji tal-kard iddaħħalhom fil-paġna sigura li jmiss.',
    ended: {
      title: 'Din il-link tal-ħlas m’għadhiex valida',
      text: 'Skadiet jew ġiet irtirata. Jekk jogħġbok itlob waħda ġdida mill-ħanut.',
    },
    notPayable: {
      title: 'Din l-ordni ma tistax titħallas',
      text: 'Jista’ jkun li nbidlet jew tħassret. Jekk jogħġbok staqsi lill-ħanut.',
    },
    signIn: {
      title: 'Jekk jogħġbok idħol biex tħallas',
      text: 'Idħol fil-ħanut, imbagħad erġa’ iftaħ din il-paġna.',
    },
    busy: {
      title: 'Din l-ordni diġà qed titħallas',
      text: 'Lesti l-ħlas li hu miftuħ, jew erġa’ pprova dalwaqt.',
    },
  },
  dialog,
  ofReturn,
);
