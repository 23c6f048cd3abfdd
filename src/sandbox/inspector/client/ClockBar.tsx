import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { showTime } from './format.ts';
import type { Model } from './model.ts';

const STEPS = [
  ['2m', '2 minutes'],
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['30d', '30 days'],
] as const;

/** The sandbox's clock, running or frozen, and what moves it; reset stands here too. */
export function ClockBar({ model }: { model: Model }): JSX.Element {
  const ticks = useSignal(Date.now());
  const duration = useSignal('121s');
  useSignalEffect(() => {
    if (model.clock.value?.frozen !== false) return;
    const timer = setInterval(() => {
      ticks.value = Date.now();
    }, 1000);
    return () => clearInterval(timer);
  });
  const time = useComputed(() => {
    const clock = model.clock.value;
    if (clock === null) return '';
    const gone = clock.frozen ? 0 : Math.max(0, ticks.value - clock.readAt);
    return showTime(clock.now + gone).slice(0, 19);
  });
  const frozen = model.clock.value?.frozen === true;
  return (
    <section class="clock" aria-label="Clock">
      <time dateTime={time.value.replace(' ', 'T')}>{time} UTC</time>
      <button type="button" aria-pressed={frozen} onClick={() => void model.freeze(!frozen)}>
        {frozen ? 'Run' : 'Freeze'}
      </button>
      {STEPS.map(([step, name]) => (
        <button
          key={step}
          type="button"
          aria-label={`Advance by ${name}`}
          onClick={() => void model.advance(step)}
        >
          +{step}
        </button>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void model.advance(duration.value);
        }}
      >
        <input
          aria-label="Advance by"
          size={6}
          value={duration.value}
          onInput={(event) => {
            duration.value = event.currentTarget.value;
          }}
        />
        <button type="submit">Advance</button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const value = new FormData(event.currentTarget).get('time');
          if (typeof value === 'string' && value !== '') void model.setTime(`${value}Z`);
        }}
      >
        <input type="datetime-local" name="time" aria-label="Set the clock to (UTC)" step="1" />
        <button type="submit">Set</button>
      </form>
      <ResetButton model={model} />
    </section>
  );
}

/** Asks once more in place; a browser's own dialogue would stop the page. */
function ResetButton({ model }: { model: Model }): JSX.Element {
  const asking = useSignal(false);
  if (!asking.value) {
    return (
      <button
        type="button"
        class="danger"
        onClick={() => {
          asking.value = true;
        }}
      >
        Reset
      </button>
    );
  }
  const answer = (yes: boolean) => () => {
    asking.value = false;
    if (yes) void model.reset();
  };
  return (
    <span class="actions" role="alert">
      Forget everything?
      <button type="button" class="danger" onClick={answer(true)}>
        Reset now
      </button>
      <button type="button" onClick={answer(false)}>
        Keep
      </button>
    </span>
  );
}
