import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/ga.ts';

export const texts: ReturnTexts = {
  title: 'D’íocaíocht',
  confirming: {
    title: 'D’íocaíocht á dearbhú',
    text: 'Tógann sé seo cúpla soicind. Fág an leathanach seo oscailte le do thoil.',
  },
  completed: { title: 'Íocaíocht déanta', text: 'Go raibh maith agat. Tháinig d’íocaíocht.' },
  failed: {
    title: 'Níor críochnaíodh an íocaíocht',
    text: 'Níor éirigh leis an íocaíocht. Is féidir triail eile a bhaint as nó íoc ar bhealach eile.',
  },
  expired: {
    title: 'Tá am an leathanaigh íocaíochta istigh',
    text: 'Ní bhíonn sé oscailte ach ar feadh tamaill ghearr. Is féidir tosú arís.',
  },
  slow: {
    title: 'Fós á dearbhú',
    text: 'Tá an banc ag tógáil níos mó ama ná mar is gnách. Is féidir an leathanach seo a fhágáil: gheobhaidh an siopa an toradh.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Níor aimsíodh an íocaíocht',
    text: 'Ní bhaineann an seoladh seo le haon íocaíocht atá ar eolas againn.',
  },
  back: 'Ar ais chuig an siopa',
  backToApp: 'Ar ais chuig an aip',
  test: 'Íocaíocht tástála',
};
