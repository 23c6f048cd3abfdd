import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/hu.ts';

export const texts: ReturnTexts = {
  title: 'Az Ön fizetése',
  confirming: {
    title: 'Fizetésének megerősítése',
    text: 'Ez néhány másodpercet vesz igénybe. Kérjük, hagyja nyitva ezt az oldalt.',
  },
  completed: { title: 'A fizetés megtörtént', text: 'Köszönjük. A fizetése megérkezett.' },
  failed: {
    title: 'A fizetés nem történt meg',
    text: 'A fizetés nem sikerült. Újra megpróbálhatja, vagy más módon is fizethet.',
  },
  expired: { title: 'Ez a fizetési oldal lejárt', text: 'Csak rövid ideig van nyitva. Kezdheti újra.' },
  slow: {
    title: 'A megerősítés még tart',
    text: 'A banknak a szokásosnál több időre van szüksége. Ezt az oldalt elhagyhatja: a bolt megkapja az eredményt.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'A fizetés nem található',
    text: 'Ez a cím egyetlen általunk ismert fizetéshez sem tartozik.',
  },
  back: 'Vissza a boltba',
  backToApp: 'Vissza az alkalmazásba',
  test: 'Tesztfizetés',
};
