import { type PayTexts, payTexts } from '../payTexts.ts';
import { texts as ofReturn } from '../returnTexts/ga.ts';
import { texts as dialog } from '../texts/ga.ts';

export const texts: PayTexts = payTexts(
  {
    onward: 'Cuirfidh tú sonraí do chárta isteach ar an leathanach slán a thagann ina dhiaidh seo.',
    ended: {
      title: 'Níl an nasc íocaíochta seo bailí a thuilleadh',
      text: 'Tá deireadh leis nó tarraingíodh siar é. Iarr ceann nua ar an siopa le do thoil.',
    },
    notPayable: {
      title: 'Ní féidir íoc as an ordú seo',
      text: 'B’fhéidir gur athraíodh é nó gur cuireadh ar ceal é. Cuir ceist ar an siopa le do thoil.',
    },
    signIn: {
      title: 'Sínigh isteach le do thoil chun íoc',
      text: 'Sínigh isteach sa siopa, ansin oscail an leathanach seo arís.',
    },
    busy: {
      title: 'Tá an t-ordú seo á íoc cheana féin',
      text: 'Críochnaigh an íocaíocht atá oscailte, nó bain triail eile as i gceann nóiméid.',
    },
  },
  dialog,
  ofReturn,
);
