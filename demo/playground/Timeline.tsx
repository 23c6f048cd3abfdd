import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { PlaygroundState } from './state/playgroundState.ts';
import { sinceClick } from './timeline/entries.ts';
import type { Entry } from './timeline/entry.ts';

const SOURCES = { browser: 'Browser', server: 'Server', gateway: 'Gateway' } as const;

/** The events of browser, server and gateway, from the click to the notification. */
export function Timeline({ state }: { state: PlaygroundState }): JSX.Element {
  const entries = state.entries.value;
  const correlationId = entries.findLast((entry) => entry.correlationId !== null)?.correlationId;
  const list = useRef<HTMLOListElement>(null);
  const latest = entries.at(-1)?.id;
  useEffect(() => {
    if (latest !== undefined) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [latest]);
  return (
    <section class="timeline" aria-labelledby="timeline-title" data-tour="timeline">
      <header>
        <h2 id="timeline-title">Timeline</h2>
        {correlationId !== undefined && (
          <code class="correlation" title="Joins browser, server and gateway">
            {correlationId?.slice(0, 13)}
          </code>
        )}
        <span class={state.connected.value ? 'live' : 'live off'}>
          {state.connected.value ? 'live' : 'connecting …'}
        </span>
      </header>
      {entries.length === 0 ? (
        <p class="nothing">Press Pay in the shop: every step appears here, from all three sides.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
        <ol ref={list} tabIndex={0} aria-label="Events">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} since={sinceClick(entries, entry)} />
          ))}
        </ol>
      )}
    </section>
  );
}

function EntryRow({ entry, since }: { entry: Entry; since: number | null }): JSX.Element {
  const facts = Object.entries(entry.facts).filter(([, value]) => value !== null && value !== undefined);
  return (
    <li class={`entry from-${entry.source} ${entry.tone}`} data-type={entry.type}>
      <details>
        <summary>
          <time>{since === null ? '' : `+${(since / 1000).toFixed(2)}`}</time>
          <span class="source">{SOURCES[entry.source]}</span>
          <span class="text">
            {entry.text}
            {entry.times > 1 && <small> ×{entry.times}</small>}
          </span>
        </summary>
        {facts.length > 0 && (
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
              </div>
            ))}
          </dl>
        )}
      </details>
    </li>
  );
}
