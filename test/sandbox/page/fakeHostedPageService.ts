import type {
  Approval,
  HostedPageService,
  HostedPayment,
  OpenResult,
  PageChoice,
  PageStep,
} from '../../../src/sandbox/hostedPage/hostedPageService.ts';

const PAYMENT: HostedPayment = {
  token: 'tok1',
  merchantName: 'Harbour Books',
  orderReference: 'HB-20417',
  amount: '128.50',
  currency: 'EUR',
  language: 'en',
  theme: 'classic',
  holderName: 'Ada Borg',
  holderNameEditable: true,
  savedCards: [],
  methods: ['card'],
  expiresInMs: 120_000,
  test: true,
  frameAncestors: ['*'],
  problem: null,
};

export interface FakeHostedPageService extends HostedPageService {
  /** What the page asked for, in order. */
  readonly choices: PageChoice[];
  readonly answers: string[];
  /** Changes what `open` says from now on. */
  set(opened: OpenResult): void;
}

/** A hostedPage in memory that decides by card number as the sandbox does, for one payment at the token `tok1`. */
export function fakeHostedPageService(
  over: Partial<HostedPayment> = {},
  shop = 'http://shop.example',
): FakeHostedPageService {
  let payment = { ...PAYMENT, ...over };
  let opened: OpenResult | null = null;
  let asked: Approval | null = null;
  const choices: PageChoice[] = [];
  const answers: string[] = [];

  const leave = (path: string): PageStep => {
    const redirectTo = `${shop}/${path}`;
    opened = { kind: 'settled', redirectTo };
    asked = null;
    return { kind: 'leave', redirectTo };
  };
  const refuse = (message: string): PageStep => {
    payment = { ...payment, problem: message };
    asked = null;
    return { kind: 'refused', message };
  };
  const ask = (kind: Approval['kind'], party: string, number: string | null): PageStep => {
    const { merchantName, amount, currency, language, theme, frameAncestors } = payment;
    asked = {
      ...{ id: 'app1', kind, party, merchantName, amount, currency, language, theme, frameAncestors },
      maskedNumber: number === null ? null : `${number.slice(0, 6)}******${number.slice(-4)}`,
      leavesPage: kind === 'bank',
    };
    return { kind: 'approve', approval: asked };
  };
  const payByCard = (choice: Extract<PageChoice, { method: 'card' }>): PageStep => {
    const { number, expYear, holderName, securityCode } = choice.card;
    const problems = [
      ...(number.length < 12
        ? [{ field: 'number', code: number === '' ? 'missing' : 'wrong' } as const]
        : []),
      ...(expYear === '' ? [{ field: 'expiry', code: 'missing' } as const] : []),
      ...(securityCode === '' ? [{ field: 'securityCode', code: 'missing' } as const] : []),
      ...(holderName === '' ? [{ field: 'holderName', code: 'missing' } as const] : []),
    ];
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (number === '4000000000000002') return refuse('DECLINED: The issuer declined the payment.');
    if (number === '4000000000003220') return ask('3ds', 'First Island Bank', number);
    return leave('return/success');
  };

  return {
    choices,
    answers,
    set: (next) => {
      opened = next;
    },
    open: (token) => {
      if (token !== payment.token) return { kind: 'unknown' };
      return opened ?? { kind: 'payable', payment };
    },
    choose: async (token, choice) => {
      if (token !== payment.token) return { kind: 'unknown' };
      choices.push(choice);
      if (choice.method === 'card') return payByCard(choice);
      if (choice.method === 'bank') return ask('bank', choice.bank, null);
      if (choice.method === 'wallet') return ask('wallet', 'Pocket', null);
      return leave(choice.method === 'voucher' ? 'return/pending' : 'return/success');
    },
    cancel: async (token) => (token === payment.token ? leave('return/cancelled') : { kind: 'unknown' }),
    approval: (id) => (asked !== null && asked.id === id ? asked : null),
    answer: async (_id, answer) => {
      answers.push(answer);
      if (answer === 'approve') return leave('return/success');
      return refuse(
        answer === 'decline' ? 'AUTHENTICATION_3DS_FAILED: Not confirmed.' : 'CANCELLED: No answer.',
      );
    },
  };
}
