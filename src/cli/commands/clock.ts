import { parseDuration } from '../../sandbox/clock/duration.ts';
import { atMostWords, type Command, oneOf, UsageError } from '../command.ts';
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
  json: '{ now, frozen }, the time in ISO 8601',
  options: CONTROL_OPTIONS,
  async run(input, io) {
    atMostWords('clock', input, 2);
    const [action, value] = input.positionals;
    const body = action === undefined ? null : bodyOf(action, value);
    const ask = controls(input, io);
    const reply = body === null ? await ask.get('/clock') : await ask.post('/clock', body);
    const [now, frozen] = [new Date(Number(reply.now)).toISOString(), reply.frozen === true];
    io.out(`${now}${frozen ? ' (standing still)' : ''}`);
    io.result({ now, frozen });
    return 0;
  },
};

function bodyOf(action: string, value: string | undefined): object {
  const verb = oneOf('clock', action, ['advance', 'set', 'freeze', 'run']);
  if (verb === 'freeze' || verb === 'run') {
    if (value !== undefined)
      throw new UsageError(`clock ${verb}: expected nothing behind it, got "${value}".`);
    return { [verb]: true };
  }
  const [isRight, expected] =
    verb === 'advance'
      ? [isDuration, 'a duration such as 121s, 5m or 30d']
      : [isTime, 'a time such as 2030-01-15T12:00:00Z'];
  if (value === undefined || !isRight(value)) {
    const got = value === undefined ? '' : `, got "${value}"`;
    throw new UsageError(`clock ${verb}: expected ${expected}${got}.`);
  }
  return { [verb]: value };
}

function isDuration(value: string): boolean {
  try {
    parseDuration(value);
    return true;
  } catch {
    return false;
  }
}

const isTime = (value: string) => !Number.isNaN(Date.parse(value));
