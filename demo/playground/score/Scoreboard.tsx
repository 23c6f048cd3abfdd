import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Score } from '../../wire/score.ts';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { fetchScore } from './fetchScore.ts';

const COUNTS: readonly { count: keyof Score; title: string; mustBeNone?: true }[] = [
  { count: 'paid', title: 'Paid' },
  { count: 'shipped', title: 'Shipped' },
  { count: 'lost', title: 'Lost', mustBeNone: true },
  { count: 'doubled', title: 'Doubled', mustBeNone: true },
];

/** What became of all orders so far: the gateway's book against the shop's parcels, and what makes that hard. */
export function Scoreboard({ state }: { state: PlaygroundState }): JSX.Element {
  const [score, setScore] = useState<Score | null>(null);
  const latest = state.entries.value.at(-1)?.id;
  const connected = state.connected.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew after each event, which says that something has changed
  useEffect(() => {
    const abort = new AbortController();
    fetchScore(state.page.merchantOrigin, abort.signal).then(setScore, () => {});
    return () => abort.abort();
  }, [latest, connected]);
  return (
    <section class="score" aria-label="Scoreboard" data-tour="score">
      <dl>
        {COUNTS.map(({ count, title, mustBeNone }) => (
          <div
            key={count}
            data-count={count}
            class={mustBeNone && score !== null && score[count] > 0 ? 'bad' : ''}
          >
            <dt>{title}</dt>
            <dd>{score === null ? '–' : score[count]}</dd>
          </div>
        ))}
      </dl>
      <PlugButton state={state} />
    </section>
  );
}

/** Tells what happens to the shop's server, step by step. */
function PlugButton({ state }: { state: PlaygroundState }): JSX.Element {
  const last = state.entries.value.findLast(({ type }) => type === 'killed' || type === 'restarted');
  const shippedSince =
    last !== undefined && state.entries.value.some(({ type, at }) => type === 'fulfilled' && at >= last.at);
  const text =
    last === undefined
      ? state.plugArmed.value && 'Now pay. The server dies the moment the bank says yes.'
      : last.type === 'killed'
        ? `Killed (process ${last.facts.pid}). The money is taken, and the shop does not know it.`
        : shippedSince
          ? `Back as process ${last.facts.pid}. It made up for what it had missed, and shipped once.`
          : `Back as process ${last.facts.pid}. It looks at what it has missed.`;
  return (
    <div class="plug">
      <button
        type="button"
        aria-pressed={state.plugArmed.value}
        onClick={() => {
          state.plugArmed.value = true;
          void state.run('pullThePlug');
        }}
      >
        Pull the plug
      </button>
      <p role="status">{text || 'Kills the shop’s server in the middle of a payment.'}</p>
    </div>
  );
}
