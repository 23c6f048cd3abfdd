import { atMostWords, type Command } from '../command.ts';
import { CONTROL_HELP, CONTROL_OPTIONS, controls } from '../controls.ts';

/** Empties a running sandbox. */
export const reset: Command = {
  name: 'reset',
  summary: 'Empty a running sandbox: ledger, card vault, notifications, faults, clock',
  help: `Usage: hpp-checkout reset [options]

Forgets every transaction, card token, notification, balance and fault, and sets the clock right.

Options
${CONTROL_HELP}`,
  json: '{ ok }',
  options: CONTROL_OPTIONS,
  async run(input, io) {
    atMostWords('reset', input, 0);
    await controls(input, io).post('/reset', {});
    io.out('The sandbox is empty.');
    return 0;
  },
};
