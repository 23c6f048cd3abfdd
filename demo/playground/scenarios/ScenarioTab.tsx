import type { JSX } from 'preact';
import { CopyButton } from '../controls/CopyButton.tsx';
import type { RoomState } from '../playgroundState.ts';
import { SCENARIO_GROUPS, scenarioOf } from './scenarios.ts';

/** Every way a payment can go, and what to do to see it. */
export function ScenarioTab({ room }: { room: RoomState }): JSX.Element {
  const { title, shows, steps, card, act, id } = scenarioOf(room.settings.value.scenario);
  return (
    <div class="scenarios">
      <div class="script" data-tour="script" aria-live="polite">
        <h3>{title}</h3>
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
        {act !== undefined && (
          <p class="act-row">
            <button type="button" class="primary" onClick={() => void room.act(act.id)}>
              {act.label}
            </button>
            <span role="status">{room.notice.value}</span>
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
                    onClick={() => room.change({ scenario: scenario.id })}
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
