import type { JSX } from 'preact';
import { toQuery } from '../settings/settings.ts';
import { BrandTab } from './brand/BrandTab.tsx';
import { CodeTab } from './code/CodeTab.tsx';
import { Icon } from './controls/Icon.tsx';
import { ScenarioTab } from './scenarios/ScenarioTab.tsx';
import { Scoreboard } from './score/Scoreboard.tsx';
import type { PlaygroundState, Tab } from './state/playgroundState.ts';
import { rememberClosed } from './state/rememberClosed.ts';
import { forgetPlayground } from './state/savedPlayground.ts';
import { Timeline } from './Timeline.tsx';
import { ThemeTab } from './theme/ThemeTab.tsx';

const TABS: readonly { tab: Tab; title: string }[] = [
  { tab: 'scenario', title: 'Scenario' },
  { tab: 'brand', title: 'Your shop' },
  { tab: 'theme', title: 'Look' },
  { tab: 'code', title: 'Code' },
];

/** The controls beside the shop. */
export function Panel({ state }: { state: PlaygroundState }): JSX.Element {
  const { open, tab, tour, entries } = state;
  if (!open.value) {
    return (
      <aside class="rail" aria-label="Control room">
        <button
          type="button"
          onClick={() => {
            open.value = true;
          }}
        >
          <Icon name="sliders" />
          <span>Control room</span>
        </button>
      </aside>
    );
  }
  return (
    <aside class={entries.value.length === 0 ? 'panel quiet' : 'panel'} aria-label="Control room">
      <header class="panel-head">
        <h1>Control room</h1>
        <button
          type="button"
          class="tour-button"
          onClick={() => {
            tour.value = 0;
          }}
        >
          <Icon name="tour" /> Tour
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Reset everything"
          title="Reset everything"
          onClick={state.reset}
        >
          <Icon name="reset" />
        </button>
        <button
          type="button"
          class="icon-button"
          aria-label="Fold the control room"
          title="Fold"
          onClick={() => {
            open.value = false;
          }}
        >
          <Icon name="fold" />
        </button>
        <a
          class="icon-button"
          href={`/shop?${toQuery(state.settings.value)}`}
          aria-label="Close: only the shop"
          title="Close: only the shop"
          onClick={() => {
            rememberClosed(true);
            forgetPlayground(sessionStorage);
          }}
        >
          <Icon name="close" />
        </a>
      </header>
      <div>
        <Scoreboard state={state} />
      </div>
      <div class="tabs" role="tablist" aria-label="Controls" data-tour="tabs">
        {TABS.map(({ tab: name, title }) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab.value === name}
            aria-controls="tab-panel"
            tabIndex={tab.value === name ? 0 : -1}
            onClick={() => {
              tab.value = name;
            }}
            onKeyDown={(event) => moveTab(event, state)}
          >
            {title}
          </button>
        ))}
      </div>
      <div class="tab-panel" id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab.value}`}>
        {tab.value === 'scenario' && <ScenarioTab state={state} />}
        {tab.value === 'brand' && <BrandTab state={state} />}
        {tab.value === 'theme' && <ThemeTab state={state} />}
        {tab.value === 'code' && <CodeTab state={state} />}
      </div>
      <Timeline state={state} />
    </aside>
  );
}

/** Arrow keys go round the tabs, as the pattern for tabs asks. */
function moveTab({ key, currentTarget }: KeyboardEvent, { tab }: PlaygroundState): void {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const at = TABS.findIndex(({ tab: name }) => name === tab.value);
  const next = TABS[(at + step + TABS.length) % TABS.length]?.tab ?? 'scenario';
  tab.value = next;
  (currentTarget as HTMLElement).parentElement?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
}
