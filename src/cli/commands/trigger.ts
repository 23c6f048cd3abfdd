import { atMostWords, type Command, oneOf, text } from '../command.ts';
import { CONTROL_HELP, CONTROL_OPTIONS, controls } from '../controls.ts';

const EVENTS = ['processed', 'declined', 'failed', 'cancelled', 'expired', 'lapsed', 'unknown'] as const;

/** Ends a transaction in a running sandbox. */
export const trigger: Command = {
  name: 'trigger',
  summary: 'Make a transaction end in a certain way',
  help: `Usage: hpp-checkout trigger <${EVENTS.join('|')}> [options]

  hpp-checkout trigger processed --order A-1     Pays it, as if the customer had
  hpp-checkout trigger declined --psp-id 1000001
  hpp-checkout trigger processed --callback-url http://localhost:3000/checkout/notify
                                                 Makes a new transaction and notifies it

Options
  --order <reference>      The newest transaction with this OrderReference
  --psp-id <id>            The transaction with this PspId
  --unique <reference>     The transaction with this UniqueReference
  --callback-url <url>     For a new transaction: where its notification goes
  --amount <amount>        For a new one. Default 10.00
  --currency <code>        For a new one. Default EUR
  --message <text>         The acquirer's text, in place of the usual one
${CONTROL_HELP}`,
  json: '{ transaction }, as the sandbox keeps it',
  options: {
    ...CONTROL_OPTIONS,
    order: { type: 'string' },
    'psp-id': { type: 'string' },
    unique: { type: 'string' },
    'callback-url': { type: 'string' },
    amount: { type: 'string' },
    currency: { type: 'string' },
    message: { type: 'string' },
  },
  async run(input, io) {
    const event = oneOf('trigger', input.positionals[0], EVENTS);
    atMostWords('trigger', input, 1);
    const { values } = input;
    const body = {
      event,
      orderReference: text(values, 'order'),
      pspId: text(values, 'psp-id'),
      uniqueReference: text(values, 'unique'),
      callBackUrl: text(values, 'callback-url'),
      amount: text(values, 'amount'),
      currency: text(values, 'currency'),
      errorMessage: text(values, 'message'),
    };
    const { transaction } = await controls(input, io).post('/trigger', body);
    const { pspId, orderReference, status, amount, currency } = transaction as Record<string, unknown>;
    io.out(`${pspId} ${orderReference} ${amount} ${currency}: ${status}`);
    io.result({ transaction: transaction as object });
    return 0;
  },
};
