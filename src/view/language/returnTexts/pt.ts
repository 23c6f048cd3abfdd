import { pendingOf, type ReturnTexts } from '../returnTexts.ts';
import { texts as dialog } from '../texts/pt.ts';

export const texts: ReturnTexts = {
  title: 'O seu pagamento',
  confirming: {
    title: 'A confirmar o seu pagamento',
    text: 'Demora apenas alguns segundos. Mantenha esta página aberta.',
  },
  completed: { title: 'Pagamento concluído', text: 'Obrigado. O seu pagamento foi recebido.' },
  failed: {
    title: 'Pagamento não concluído',
    text: 'Não foi possível efetuar o pagamento. Pode tentar de novo ou pagar de outra forma.',
  },
  expired: {
    title: 'Esta página de pagamento expirou',
    text: 'Fica aberta apenas durante pouco tempo. Pode recomeçar.',
  },
  slow: {
    title: 'Ainda a confirmar',
    text: 'O banco está a demorar mais do que o habitual. Pode sair desta página: a loja receberá o resultado.',
  },
  pending: pendingOf(dialog),
  unknown: {
    title: 'Pagamento não encontrado',
    text: 'Este endereço não corresponde a nenhum pagamento conhecido.',
  },
  back: 'Voltar à loja',
  backToApp: 'Voltar à aplicação',
  test: 'Pagamento de teste',
};
