import { type Command, UsageError } from '../command.ts';
import { CONTROL_HELP, CONTROL_OPTIONS, controls } from '../controls.ts';

/** Shows or moves the clock of a running sandbox. */
export const clock: Command = {
  name: 'clock',
  summary: "Show or move a running sandbox's clock",
  help: `Usage: hpp-checkout clock [advance <duration> | set <time> | freeze | run] [options]

  hpp-checkout clock                             Shows the time
  hpp-checkout clock advance 121s                Lets a hosted page die (ms, s, m, h, d)
  hpp-checkout clock advance 30d                 Lets an authorisation lapse
  hpp-checkout clock set 2030-01-15T12:00:00Z    Jumps to a time
  hpp-checkout clock freeze                      Stops it; "run" lets it go on

Options
${CONTROL_HELP}`,
  options: CONTROL_OPTIONS,
  async run(input, io) {
    const [action, value, ...more] = input.positionals;
    if (more.length > 0) throw new UsageError(`clock: too many words: ${more.join(' ')}.`);
    const ask = controls(input, io);
    const reply =
      action === undefined ? await ask.get('/clock') : await ask.post('/clock', bodyOf(action, value));
    io.out(`${new Date(Number(reply.now)).toISOString()}${reply.frozen === true ? ' (standing still)' : ''}`);
    return 0;
  },
};

function bodyOf(action: string, value: string | undefined): object {
  if (action === 'freeze' || action === 'run') {
    if (value !== undefined)
      throw new UsageError(`clock ${action}: expected nothing behind it, got "${value}".`);
    return { [action]: true };
  }
  if (action === 'advance' || action === 'set') {
    if (value === undefined) {
      const expected =
        action === 'advance' ? 'a duration such as 121s' : 'a time such as 2030-01-15T12:00:00Z';
      throw new UsageError(`clock ${action}: expected ${expected}.`);
    }
    return { [action]: value };
  }
  throw new UsageError(`clock: expected advance, set, freeze or run, got "${action}".`);
}
