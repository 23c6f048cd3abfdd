import type { JSX } from 'preact';
import { CopyButton } from '../controls/CopyButton.tsx';
import type { PlaygroundState } from '../state/playgroundState.ts';
import { SCENARIO_GROUPS, scenarioOf } from './scenarios.ts';

/** Every way a payment can go, and what to do to see it. */
export function ScenarioTab({ state }: { state: PlaygroundState }): JSX.Element {
  const { title, shows, steps, card, action, id } = scenarioOf(state.settings.value.scenario);
  return (
    <div class="scenarios">
      <div class="steps" data-tour="steps" aria-live="polite">
        <h2>{title}</h2>
        <p>{shows}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {card !== undefined && (
          <p class="card-row">
            <code>{card}</code>
            <CopyButton text={card} label="Copy card" />
          </p>
        )}
        {action !== undefined && (
          <p class="action-row">
            <button type="button" class="primary" onClick={() => void state.run(action.id)}>
              {action.label}
            </button>
            <span role="status">{state.notice.value}</span>
          </p>
        )}
      </div>
      <div class="scenario-list" data-tour="scenarios">
        {SCENARIO_GROUPS.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {group.scenarios.map((scenario) => (
                <li key={scenario.id}>
                  <button
                    type="button"
                    aria-pressed={scenario.id === id}
                    data-scenario={scenario.id}
                    onClick={() => state.change({ scenario: scenario.id })}
                  >
                    {scenario.title}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
