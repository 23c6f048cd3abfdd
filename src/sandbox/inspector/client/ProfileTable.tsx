import type { JSX } from 'preact';
import type { ProfilePoint } from '../../../protocol/gateway/describeProfile.ts';
import type { Model } from './model.ts';
import { Table } from './Table.tsx';

/** How this sandbox takes each point that the interface document leaves open. */
export function ProfileTable({ model, filter }: { model: Model; filter: string }): JSX.Element {
  return (
    <Table<ProfilePoint>
      caption="Open points of the interface, and how this sandbox takes them"
      rows={[...model.profile.value].reverse()}
      id={({ point }) => point}
      filter={filter}
      empty="The profile is not loaded."
      columns={[
        ['Point', ({ point }) => point],
        ['Question', ({ question }) => question],
        ['Origin', ({ origin }) => origin],
        [
          'Value',
          ({ settings, values }) => (
            <ul>
              {settings.map((setting) => (
                <li key={setting}>
                  <code>{setting}</code> {values[setting]}
                </li>
              ))}
            </ul>
          ),
        ],
      ]}
    />
  );
}
