import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/cs.ts';

export const texts: ReturnTexts = {
  title: 'Vaše platba',
  confirming: {
    title: 'Vaše platba se potvrzuje',
    text: 'Trvá to několik sekund. Nechte prosím tuto stránku otevřenou.',
  },
  completed: { title: 'Platba dokončena', text: 'Děkujeme. Vaše platba dorazila.' },
  failed: {
    title: 'Platba nebyla dokončena',
    text: 'Platba neproběhla. Můžete to zkusit znovu nebo zaplatit jinak.',
  },
  expired: {
    title: 'Platnost této platební stránky vypršela',
    text: 'Je otevřená jen krátkou dobu. Můžete začít znovu.',
  },
  slow: {
    title: 'Potvrzování stále probíhá',
    text: 'Bance to trvá déle než obvykle. Tuto stránku můžete opustit: obchod se výsledek dozví.',
  },
  pending: pendingOf(dialog),
  unknown: { title: 'Platba nenalezena', text: 'Tato adresa nepatří k žádné platbě, kterou známe.' },
  back: 'Zpět do obchodu',
  backToApp: 'Zpět do aplikace',
  test: 'Testovací platba',
};
