import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/fi.ts';

export const texts: ReturnTexts = {
  title: 'Maksunne',
  confirming: {
    title: 'Maksuanne vahvistetaan',
    text: 'Tämä kestää muutaman sekunnin. Pitäkää tämä sivu avoinna.',
  },
  completed: { title: 'Maksu on valmis', text: 'Kiitos. Maksunne on saapunut.' },
  failed: {
    title: 'Maksu ei onnistunut',
    text: 'Maksu ei mennyt läpi. Voitte yrittää uudelleen tai maksaa toisella tavalla.',
  },
  expired: {
    title: 'Tämä maksusivu on vanhentunut',
    text: 'Se on avoinna vain lyhyen ajan. Voitte aloittaa uudelleen.',
  },
  slow: {
    title: 'Vahvistus on yhä kesken',
    text: 'Pankilla kestää tavallista kauemmin. Voitte poistua tältä sivulta: kauppa saa tiedon tuloksesta.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Maksua ei löytynyt', text: 'Tämä osoite ei kuulu millekään tuntemallemme maksulle.' },
  back: 'Takaisin kauppaan',
  backToApp: 'Takaisin sovellukseen',
  test: 'Testimaksu',
};
